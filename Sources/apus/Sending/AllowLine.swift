import Basics
import Networking
import Workspaces

/// The command line that allows what a refused request would use.
struct AllowLine {
  let text: String

  /// With several receivers, it covers only the first; the next attempt names the others.
  init(_ uses: [OutsideUse], for collection: String) {
    var words = ["apus", "allow", collection]
    var receiver: String?
    for use in uses {
      guard use.receiver == receiver ?? use.receiver else { continue }
      receiver = use.receiver
      words += ["--\(use.source.kind)"] + (use.source == .unverifiedRequests ? [] : [use.source.name])
    }
    if let receiver { words += ["--to", receiver] }
    // What is drawn is typed again: a name that is shown otherwise than it is would not match.
    text = words.map { VisibleText.of($0) == $0 ? ShellQuoting.word($0) : ShellQuoting.plainWord($0) }
      .joined(separator: " ")
  }
}
