import Networking
import Workspaces

/// The command line that allows what a request was refused for.
struct AllowLine {
  let text: String

  /// If there are several receivers, it covers the first; the next attempt names the others.
  init(_ uses: [OutsideUse], for collection: String) {
    var words = ["apus", "allow", collection]
    var receiver: String?
    for use in uses {
      guard use.receiver == receiver ?? use.receiver else { continue }
      receiver = use.receiver
      words += ["--\(use.source.kind)", use.source.name]
    }
    if let receiver { words += ["--to", receiver] }
    text = words.map(ShellQuoting.word).joined(separator: " ")
  }
}
