// SPDX-License-Identifier: Apache-2.0 OR MIT

// Go's crypto/tls as the other side, for tests/tls/others.t: what was agreed on goes to standard output.
//
//	others server CERTIFICATE KEY GROUP,GROUP...    says its port; answers what it is sent with the group's name
//	others client PORT CERTIFICATE GROUP,GROUP...   two connections, the second resumed; a page from each
package main

import (
	"bufio"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"os"
	"strings"
)

var groups = map[string]tls.CurveID{"X25519MLKEM768": tls.X25519MLKEM768, "X25519": tls.X25519, "CurveP256": tls.CurveP256,
	"CurveP384": tls.CurveP384, "CurveP521": tls.CurveP521}

func check(err error) {
	if err != nil {
		fmt.Println("others:", err)
		os.Exit(1)
	}
}

func main() {
	config := &tls.Config{MinVersion: tls.VersionTLS13, ServerName: "localhost"}
	for _, name := range strings.Split(os.Args[4], ",") {
		config.CurvePreferences = append(config.CurvePreferences, groups[name])
	}
	if os.Args[1] == "server" {
		pair, err := tls.LoadX509KeyPair(os.Args[2], os.Args[3])
		check(err)
		config.Certificates = []tls.Certificate{pair}
		listener, err := tls.Listen("tcp", "127.0.0.1:0", config)
		check(err)
		fmt.Println("port", strings.Split(listener.Addr().String(), ":")[1])
		for {
			conn, err := listener.Accept()
			check(err)
			line, _ := bufio.NewReader(conn).ReadString('\n')
			state := conn.(*tls.Conn).ConnectionState()
			fmt.Fprintf(conn, "%v %v %s", state.CurveID, state.DidResume, line)
			conn.Close()
		}
	}
	pem, err := os.ReadFile(os.Args[3])
	check(err)
	config.RootCAs = x509.NewCertPool()
	config.RootCAs.AppendCertsFromPEM(pem)
	config.ClientSessionCache = tls.NewLRUClientSessionCache(2)
	for range 2 {
		conn, err := tls.Dial("tcp", "127.0.0.1:"+os.Args[2], config)
		check(err)
		fmt.Fprint(conn, "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
		page, err := io.ReadAll(conn)
		check(err)
		state := conn.ConnectionState()
		fmt.Println(state.CurveID, state.DidResume, strings.Contains(string(page), "It runs true"))
		conn.Close()
	}
}
