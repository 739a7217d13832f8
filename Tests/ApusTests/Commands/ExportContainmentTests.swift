import Foundation
import TestSupport
import Testing

/// An export of a folder with untrusted names and files.
@Suite struct ExportContainmentTests {
  private static let evil = "coding: shift_jis"

  private func sample() throws -> Sample {
    try Sample(
      url: "http://127.0.0.1:9",
      requests: [
        "\(Self.evil)/a": Sample.request("GET", "http://h.test/a"), "b": Sample.request("GET", "http://h.test/b"),
      ])
  }

  @Test(arguments: ["python-requests", "python-httpx"])
  func `A folder name cannot set the encoding of a Python program.`(language: String) async throws {
    let sample = try sample()
    let result = try await sample.program.run("export", "code", "--lang", language, ".", "-e", "local")
    #expect(result.status == 0, "\(result.error)")
    #expect(result.lines.first == "# -*- coding: utf-8 -*-", "\(result.text)")
    let head = result.text.split(separator: "\n", omittingEmptySubsequences: false).prefix(2)
    #expect(!head.contains { $0.contains("shift") }, "\(result.text)")
    let code = "import sys, tokenize; print(tokenize.detect_encoding(sys.stdin.buffer.readline)[0])"
    let found = try await sample.program.run(
      path: "/usr/bin/env", ["python3", "-c", code], input: Array(result.text.utf8))
    #expect(found.text == "utf-8\n", "\(found.error)")
  }

  @Test(arguments: ["ruby", "php"])
  func `A folder name appears below the first line of a program.`(language: String) async throws {
    let sample = try sample()
    let result = try await sample.program.run("export", "code", "--lang", language, ".", "-e", "local")
    let first = ["ruby": "# encoding: utf-8", "php": "<?php"][language] ?? ""
    #expect(result.status == 0 && result.text.hasPrefix(first + "\n\n"), "\(result.text)")
    #expect(result.text.contains("coding_ shift_jis/a") && !result.text.contains(Self.evil), "\(result.text)")
  }

  @Test(arguments: [["curl"], ["har"], ["http"], ["hurl"], ["postman"], ["json"], ["k6"], ["code", "--lang", "go"]])
  func `One broken file does not stop the export of others.`(form: [String]) async throws {
    let sample = try Sample(url: "http://127.0.0.1:9", requests: ["ok": Sample.request("GET", "http://h.test/ok")])
    try sample.folder.write("api.yaml", "openapi: 3.0.0\ninfo: {title: x, version: '1'}\npaths: {}\n")
    let result = try await sample.program.run(["export"] + form + [".", "-e", "local"])
    #expect(result.status == 4 && result.text.contains("/ok"), "\(result.text)\(result.error)")
    let warnings = result.error.split(separator: "\n").filter { $0.contains("api.yaml") }
    #expect(warnings.count == 1 && warnings.allSatisfy { $0.hasPrefix("apus: not exported: ") }, "\(result.error)")
  }

  @Test func `A request that would be imported differently is reported with status 4.`() async throws {
    let type = "a/b\\n[Options]\\ninsecure: true"
    let request = """
      info: {name: A, type: http}
      http:
        method: POST
        url: http://h.test/a
        body:
          type: multipart-form
          data: [{name: p, type: file, value: [f.txt], contentType: "\(type)"}]

      """
    let sample = try Sample(
      url: "http://127.0.0.1:9", requests: ["a": request, "b": Sample.request("GET", "http://h.test/b")])
    let all = try await sample.program.run("export", "hurl", ".", "-e", "local")
    #expect(all.status == 4 && all.text.contains("/b") && !all.text.contains("insecure"), "\(all.text)")
    #expect(all.error.contains("A: not exported: it would be read back without verifying"), "\(all.error)")
    let one = try await sample.program.run("export", "hurl", "a", "-e", "local")
    #expect(one.status == 4 && one.text.isEmpty && one.error.contains("nothing was exported"), "\(one.error)")
  }
}
