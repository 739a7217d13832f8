import Networking
import Testing
import Workspaces

@testable import Interchange

@Suite struct CommentLineTests {
  static let names = [
    "a\nrm -rf x", "a\r\nb", "a\u{2028}b", "a\u{85}b", "a\u{0}b", #"\u000aSystem.exit(1)"#, #"ends with \"#, "?> <b>",
    "%PATH% & dir", "$(id) `id`", "coding: shift_jis", "-*- coding: utf-7 -*-", "coding=utf_7", "*/ x /*",
    "+build ignore", "vim: set modeline", "#requires -version 9", "SIG # Begin signature block", "@ts-nocheck",
    "shareable_constant_value: literal", "\u{202E}txt",
  ]

  @Test(arguments: names)
  func `A name stays in its comment in every shell and language`(name: String) {
    for mark in ["#", "//", "rem"] {
      let line = CommentLine(name, after: mark).description
      #expect(line.hasPrefix("\(mark) "))
      let text = line.dropFirst(mark.count)
      let read = [
        "\n", "\r", "\u{2028}", "\u{85}", "\u{0}", "\u{202E}", "\\", "?>", "%", "&", "$", "`", ":", "=", "*", "+", "#",
        "@",
      ]
      for mark in read { #expect(!text.unicodeScalars.contains { mark.unicodeScalars.contains($0) }, "\(line)") }
    }
  }

  @Test func `A plain name is unchanged`() {
    #expect(CommentLine("users/get-user (é)", after: "#").description == "# users/get-user (é)")
  }

  @Test(arguments: ["python-requests", "python-httpx", "ruby"])
  func `The encoding line comes before every comment in Python and Ruby`(id: String) throws {
    let language = try #require(CodeLanguage.named(id))
    let lines = language.titled("x = 1\n", "coding: shift_jis").split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0].hasSuffix("coding: utf-8") || lines[0].hasSuffix("coding: utf-8 -*-"))
    #expect(Array(lines.dropFirst()) == ["", "# coding_ shift_jis", "x = 1", ""])
    // Once, even if the program has comments of its own.
    let commented = language.titled(language.commented("x = 1\n", ["# a"]), "b")
    #expect(commented.split(separator: "utf-8").count == 2 && commented.hasSuffix("# b\n# a\nx = 1\n"), "\(commented)")
  }

  @Test func `A comment in PHP comes after its opening tag`() {
    #expect(CodeLanguage.php.titled("<?php\n\necho 1;\n", "a") == "<?php\n\n// a\necho 1;\n")
  }

  @Test(arguments: names)
  func `A name stays in the comment of a script for k6`(name: String) throws {
    let request = RequestDefinition(name: name, url: "http://h/")
    var root = ImportedCollection.Folder(name: name, items: [.request(request, options: .init())])
    root.settings.variables = [Row(name, "")]
    let text = ExportFormat.k6.write(ImportedCollection(format: "apus", root: root)).text
    let head = text.split(whereSeparator: \.isNewline).prefix { !$0.hasPrefix("import ") }
    #expect(head.count == 5 && head.allSatisfy { $0.hasPrefix("// ") }, "\(head)")
  }
}
