import Testing

@testable import Interchange

@Suite struct CommentLineTests {
  @Test(arguments: ["a\nrm -rf x", "a\u{2028}b", #"\u000aSystem.exit(1)"#, "?> <b>", "%PATH% & dir", "$(id) `id`"])
  func `A name stays in its comment, in every shell and language.`(name: String) {
    for mark in ["#", "//", "rem"] {
      let line = CommentLine(name, after: mark).description
      #expect(line.hasPrefix("\(mark) "))
      for read in ["\n", "\u{2028}", "\\", "?>", "%", "&", "$", "`"] { #expect(!line.contains(read), "\(line)") }
    }
  }

  @Test func `A plain name is left as it is.`() {
    #expect(CommentLine("users/get-user (é)", after: "#").description == "# users/get-user (é)")
  }
}
