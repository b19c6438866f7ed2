#!/usr/bin/env bash
exec _build/default/tests/monitor/encoding.exe
