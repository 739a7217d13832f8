import Foundation

/// Reports about the test run itself, on standard error: which parts were skipped and why.
package enum Notice {
  package static func show(_ text: String) {
    FileHandle.standardError.write(Data("notice: \(text)\n".utf8))
  }
}
