#!/usr/bin/env bash
exec _build/default/tests/monitor/bytes.exe
