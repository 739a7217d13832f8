import Foundation
import Interchange
import Networking
import TestSupport
import Workspaces

/// The command substitutions that an import kept as text, so that a real shell can be made to pass the same text.
struct KeptSubstitutions {
  private let texts: [String]

  init(in notices: [ImportNotice]) {
    let (head, tail) = ("the command substitution ", " is kept as text and not executed")
    texts = notices.map(\.message).filter { $0.hasPrefix(head) && $0.hasSuffix(tail) }.map {
      String($0.dropFirst(head.count).dropLast(tail.count))
    }
  }

  /// If one names a file, a file of that name exists.
  func fill(_ folder: TemporaryDirectory) throws {
    for text in texts where !text.contains("/") { try folder.write(text, "content of \(text)\r\n=é&\n") }
  }

  /// The script with all of them quoted. They must not be inside quotes.
  func quoted(in script: String) -> String {
    texts.reduce(script) { $0.replacingOccurrences(of: $1, with: ShellQuoting.word($1)) }
  }
}
