import Foundation
import TestSupport
import Testing

@testable import Explorer

@Suite("The README's table of keys") struct ReadmeTests {
  @Test("Every key of the key table stands in the README")
  func keys() throws {
    let text = try String(contentsOfFile: "\(Repository.root.path)/README.md", encoding: .utf8)
    let digits = Set("123456789".map { "`\($0)`" })
    for record in CommandTable.standard {
      for key in record.keys where !digits.contains("`\(key.name)`") {
        #expect(text.contains("`\(key.name)`"), "\(key.name): \(record.title)")
      }
    }
  }
}
