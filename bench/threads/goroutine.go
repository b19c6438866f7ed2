// SPDX-License-Identifier: Apache-2.0 OR MIT
// Go, with one OS thread (GOMAXPROCS=1). Usage: as by_hand.c. A call is a native call.
package main

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"
)

var sink int64

//go:noinline
func native(a, b int64) int64 { return a + b }

func resident() int64 {
	text, _ := os.ReadFile("/proc/self/statm")
	pages, _ := strconv.ParseInt(strings.Fields(string(text))[1], 10, 64)
	return pages * int64(os.Getpagesize())
}

func deep(a int64, never chan bool) {
	b, c, d := a+1, a+2, a+3
	if a < 2 {
		deep(a+1, never)
	} else {
		<-never
	}
	sink += a + b + c + d
}

func main() {
	runtime.GOMAXPROCS(1)
	if len(os.Args) < 3 {
		os.Exit(2)
	}
	test := os.Args[1]
	count, _ := strconv.ParseInt(os.Args[2], 10, 64)
	before := resident()
	begun := time.Now()
	var all sync.WaitGroup
	switch test {
	case "native", "call", "call-root":
		for i := int64(0); i < count; i++ {
			sink = native(sink, i)
		}
	case "switch":
		for i := 0; i < 10; i++ {
			all.Add(1)
			go func() {
				for i := int64(0); i < count/10; i++ {
					runtime.Gosched()
				}
				all.Done()
			}()
		}
		all.Wait()
	case "cond":
		var lock sync.Mutex
		conds := [2]*sync.Cond{sync.NewCond(&lock), sync.NewCond(&lock)}
		var turn [2]bool
		for me := 0; me < 2; me++ {
			all.Add(1)
			go func(me int) {
				lock.Lock()
				for i := int64(0); i < count/2; i++ {
					turn[1-me] = true
					conds[1-me].Signal()
					for !turn[me] {
						conds[me].Wait()
					}
					turn[me] = false
				}
				turn[1-me] = true
				conds[1-me].Signal()
				lock.Unlock()
				all.Done()
			}(me)
		}
		all.Wait()
	case "spawn":
		for i := int64(0); i < count; i++ {
			go func() { sink++ }()
			runtime.Gosched()
		}
	case "d1", "d3":
		never := make(chan bool)
		for i := int64(0); i < count; i++ {
			if test == "d1" {
				go func() { <-never }()
			} else {
				go deep(0, never)
			}
			if i%1000 == 0 {
				runtime.Gosched()
			}
		}
		runtime.Gosched()
		fmt.Printf("%s\tgo\t%.2f\n", test, float64(resident()-before)/float64(count))
		return
	default:
		os.Exit(2)
	}
	fmt.Printf("%s\tgo\t%.2f\n", test, float64(time.Since(begun).Nanoseconds())/float64(count))
}
