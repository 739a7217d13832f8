import Basics

/// Asks git what differs from the last commit, in a way in which it runs nothing that a repository names.
///
/// Three measures, of which each alone would do for today's git: the repository's configuration is out of reach
/// (`BorrowedGitFolder`), the user's is not used either, because a `.gitattributes` could name a filter of it, and what git
/// could run is switched off by name.
package struct GitStatus: Sendable {
  private let git: String
  private let environment: [String: String]
  private let ending: Int32

  /// In bytes: a list of a hundred thousand files.
  private static let limit = 16 << 20
  /// A large repository on a slow disk.
  private static let patience = Duration.seconds(20)

  /// `nil` if git is not installed.
  /// - Parameters:
  ///   - environment: that of this program, of which git gets what it needs to find its user's settings.
  ///   - ending: becomes readable when the marks are not wanted any more.
  package init?(environment: [String: String], ending: Int32 = -1) {
    guard let git = ProgramOutput.path(of: "git", in: environment["PATH"]) else { return nil }
    self.git = git
    self.environment = environment
    self.ending = ending
  }

  /// Blocks until git ends. `nil` if the folder lies in no repository of the user's, or git cannot read it.
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

  /// How the user and the repository compare files, as arguments.
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
