import Basics

/// Lists the differences from the last commit with git, without letting git run anything that a repository names.
///
/// Three measures ensure this, each sufficient for today's git: the repository's configuration is out of reach
/// (`BorrowedGitFolder`); the user's is not used either, because a `.gitattributes` could name one of its filters; and
/// everything that git could run is disabled by name.
package struct GitStatus: Sendable {
  private let git: String
  private let environment: [String: String]
  private let ending: Int32

  /// In bytes; enough for a hundred thousand files.
  private static let limit = 16 << 20
  /// Enough for a large repository on a slow disk.
  private static let patience = Duration.seconds(20)

  /// `nil` if git is not installed.
  /// - Parameters:
  ///   - environment: the environment of this program; git gets the variables that it needs to find the user's
  ///     settings.
  ///   - ending: becomes readable when the marks are no longer wanted.
  package init?(environment: [String: String], ending: Int32 = -1) {
    guard let git = ProgramOutput.path(of: "git", in: environment["PATH"]) else { return nil }
    self.git = git
    self.environment = environment
    self.ending = ending
  }

  /// Blocks until git ends. `nil` if the folder is in no repository of the user, or git cannot read it.
  package func marks(of folder: String) -> GitMarks? {
    // A folder that cannot be resolved has no marks.
    guard let plain = try? FileSystem.live.resolve(folder), let repository = GitRepository(around: plain) else {
      return nil
    }
    return BorrowedGitFolder.with(repository, in: environment["TMPDIR"] ?? "/tmp") { borrowed in
      guard let settings = settings(of: borrowed),
        let output = ask(
          borrowed, ["-C", plain] + Self.allOff + settings + Self.question,
          with: [
            "GIT_WORK_TREE": repository.root, "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_SYSTEM": "/dev/null",
            "GIT_CONFIG_GLOBAL": "/dev/null",
          ])
      else { return nil }
      return GitMarks(porcelain: output, root: repository.root, folder: plain, as: folder)
    }
  }

  private static let question = [
    "status", "--porcelain=v2", "-z", "--untracked-files=normal", "--ignore-submodules=all", "--no-renames", "--", ".",
  ]

  private static let allOff =
    ["--no-optional-locks", "--no-pager", "--literal-pathspecs"]
    + [
      "core.fsmonitor=", "core.hooksPath=/dev/null", "core.attributesFile=/dev/null", "core.pager=cat",
      "core.sshCommand=false", "core.gitProxy=false", "diff.external=", "protocol.allow=never",
      "status.submoduleSummary=false",
    ].flatMap { ["-c", $0] }

  /// The settings of the user and the repository for comparing files, as arguments.
  private func settings(of borrowed: BorrowedGitFolder) -> [String]? {
    guard let user = ask(borrowed, ["config", "--list", "-z"]).map({ GitFormat($0, isUsers: true) }) ?? nil,
      let own = ask(borrowed, ["config", "--file", borrowed.foreignConfiguration, "--no-includes", "--list", "-z"])
        .map({ GitFormat($0) }) ?? nil,
      // Without it, git would not read the repository: no marks.
      (try? borrowed.writeConfiguration(own.configuration)) != nil
    else { return nil }
    return (user.settings + own.settings).flatMap { ["-c", $0] }
  }

  private func ask(
    _ borrowed: BorrowedGitFolder, _ arguments: [String], with settings: [String: String] = [:]
  ) -> [UInt8]? {
    var variables = environment.filter { ["PATH", "HOME", "XDG_CONFIG_HOME", "TMPDIR"].contains($0.key) }
    variables.merge([
      "LC_ALL": "C", "GIT_DIR": borrowed.path, "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0",
      "GIT_ATTR_NOSYSTEM": "1", "GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none",
    ]) { $1 }
    variables.merge(settings) { $1 }
    return ProgramOutput(git, variables: variables, ending: ending)
      .read(arguments, limit: Self.limit, patience: Self.patience)
  }
}

/// The differences from the last commit below a folder, by absolute path: for the marks in the tree.
package struct GitMarks: Equatable, Sendable {
  package enum Mark: Hashable, Sendable {
    case changed
    /// Not in git yet.
    case new
  }

  private var marks: [String: Mark] = [:]
  /// Folders that are new as a whole; git does not list their content.
  private var newFolders: Set<String> = []

  package init() {}

  /// Joins the marks of several folders. Where they overlap, a change takes precedence over a new file.
  package init(joining all: [GitMarks]) {
    for one in all {
      marks.merge(one.marks) { $0 == .changed ? $0 : $1 }
      newFolders.formUnion(one.newFolders)
    }
  }

  package var isEmpty: Bool { marks.isEmpty }

  /// The mark of a file, or of a folder with a marked file in it.
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

  /// Marks a file, and its folders up to `top`. A change takes precedence over a new file.
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
  /// Reads the output of `git status --porcelain=v2 -z` (git-status(1)).
  /// - Parameters:
  ///   - root: the base of the paths.
  ///   - folder: the queried folder, without links, and `shown`, its path as displayed.
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

  /// The number of fields before the path, by the first byte of a record; headers and ignored files are not read.
  private static let fieldsBeforePath: [UInt8: Int] = [
    UInt8(ascii: "1"): 8, UInt8(ascii: "2"): 9, UInt8(ascii: "u"): 10, UInt8(ascii: "?"): 1,
  ]
}
