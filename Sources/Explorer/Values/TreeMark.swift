/// The signs right of the names in the tree, which the help explains.
enum TreeMark: CaseIterable {
  case unsaved, changed, new

  var sign: String {
    switch self {
    case .unsaved: "*"
    case .changed: "M"
    case .new: "N"
    }
  }

  /// What it says, in the help.
  var words: String {
    switch self {
    case .unsaved: "Unsaved changes"
    case .changed: "Git: changed since the last commit; at a folder: something in it"
    case .new: "Git: new, in no commit yet"
    }
  }
}
