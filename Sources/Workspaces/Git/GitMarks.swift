/// What differs from the last commit below a folder, by absolute path: for the marks in the tree.
package struct GitMarks: Equatable, Sendable {
  package enum Mark: Hashable, Sendable {
    case changed
    /// Not in git yet.
    case new
  }

  private var marks: [String: Mark] = [:]
  /// Folders that are new as a whole: git does not list what is in them.
  private var newFolders: Set<String> = []

  package init() {}

  /// The marks of several folders; where two mark the same, a change counts for more.
  package init(joining all: [GitMarks]) {
    for one in all {
      marks.merge(one.marks) { $0 == .changed ? $0 : $1 }
      newFolders.formUnion(one.newFolders)
    }
  }

  package var isEmpty: Bool { marks.isEmpty }

  /// The mark of a file, or of a folder in which something has one.
  package subscript(path path: String) -> Mark? {
    if let mark = marks[path] { return mark }
    guard !newFolders.isEmpty else { return nil }
    var folder = path
    while let parent = FilePaths.parent(of: folder), parent != folder {
      if newFolders.contains(parent) { return .new }
      folder = parent
    }
    return nil
  }

  /// Marks a file, and the folders from its own up to `top`. A change counts for more than something new.
  package mutating func add(_ mark: Mark, at path: String, upTo top: String) {
    var path = path
    if path.hasSuffix("/") {
      path.removeLast()
      newFolders.insert(path)
    }
    while FilePaths.isBelow(path, top) {
      if marks[path] != .changed { marks[path] = mark }
      guard let parent = FilePaths.parent(of: path), parent != path else { return }
      path = parent
    }
  }
}

extension GitMarks {
  /// Reads what `git status --porcelain=v2 -z` printed (git-status(1)).
  /// - Parameters:
  ///   - root: the folder that the paths count from.
  ///   - folder: the folder that is asked about, without links, and `shown`, the path that it is known by.
  init(porcelain output: [UInt8], root: String, folder: String, as shown: String) {
    var records = output.split(separator: 0).makeIterator()
    while let record = records.next() {
      guard let kind = record.first, let fields = Self.fieldsBeforePath[kind] else { continue }
      // The record of a rename is followed by its old path.
      if kind == UInt8(ascii: "2") { _ = records.next() }
      let parts = record.split(separator: UInt8(ascii: " "), maxSplits: fields, omittingEmptySubsequences: false)
      guard parts.count > fields, let name = String(validating: parts[fields], as: UTF8.self) else { continue }
      let path = FilePaths.join(root, name)
      guard FilePaths.isBelow(path, folder) else { continue }
      add(kind == UInt8(ascii: "?") ? .new : .changed, at: shown + path.dropFirst(folder.count), upTo: shown)
    }
  }

  /// By the first byte of a record, how many fields stand before the path; headers and ignored files are not read.
  private static let fieldsBeforePath: [UInt8: Int] = [
    UInt8(ascii: "1"): 8, UInt8(ascii: "2"): 9, UInt8(ascii: "u"): 10, UInt8(ascii: "?"): 1,
  ]
}
