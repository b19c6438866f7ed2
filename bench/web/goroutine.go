// SPDX-License-Identifier: Apache-2.0 OR MIT
// Go: a goroutine for each connection; the same requests are understood as by the servers in C.
package main

import (
	"bytes"
	"net"
	"os"
)

const page = "<!DOCTYPE html><title>Threads</title><p>This is the page.</p>"

var (
	found    = []byte("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 61\r\n\r\n" + page)
	once     = []byte("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 61\r\nConnection: close\r\n\r\n" + page)
	notFound = []byte("HTTP/1.1 404 Not found\r\nContent-Type: text/html\r\nContent-Length: 0\r\n\r\n")
	bad      = []byte("HTTP/1.1 400 Bad request\r\nContent-Type: text/html\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
	tooLong  = []byte("HTTP/1.1 431 Too long\r\nContent-Type: text/html\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
	end, get = []byte("\r\n\r\n"), []byte("GET / HTTP/1.")
)

func answer(request []byte) ([]byte, bool) {
	if len(request) < 14 || !bytes.HasPrefix(request, get[:5]) {
		return bad, true
	}
	if !bytes.HasPrefix(request, get) {
		return notFound, false
	}
	if request[len(get)] == '0' {
		return once, true
	}
	return found, false
}

func serve(connection net.Conn) {
	defer connection.Close()
	buffer, have := make([]byte, 2048), 0
	for {
		got, err := connection.Read(buffer[have:])
		if err != nil {
			return
		}
		have += got
		for {
			length := bytes.Index(buffer[:have], end) + len(end)
			if length < len(end) {
				break
			}
			text, last := answer(buffer[:length])
			if _, err := connection.Write(text); err != nil || last {
				return
			}
			copy(buffer, buffer[length:have])
			have -= length
		}
		if have == len(buffer) {
			connection.Write(tooLong)
			return
		}
	}
}

func main() {
	listener, err := net.Listen("tcp4", ":"+os.Args[1])
	if err != nil {
		panic(err)
	}
	for {
		if connection, err := listener.Accept(); err == nil {
			go serve(connection)
		}
	}
}
