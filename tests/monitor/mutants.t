#!/usr/bin/env bash
exec _build/default/tests/monitor/mutants.exe
