import ArgumentParser
import Basics
import Networking
import Workspaces

extension CookiesCommand {
  /// Selects the collection and environment whose cookies a command is about.
  struct Place: ParsableArguments {
    @Option(
      name: [.customShort("w", allowingJoined: true), .customLong("workspace")],
      help: "The workspace or collection; default: the one around the current folder.", completion: .directory)
    var workspace: String?

    @Option(
      name: [.customShort("e", allowingJoined: true), .customLong("env")],
      help: "The environment; default: requests that are sent without one.", completion: .environments)
    var env: String?

    /// A kept cookie, and what it is kept for.
    struct Kept {
      /// Relative to the workspace; `nil` if it is the workspace itself.
      var collection: String?
      var environment: String?
      var cookie: Cookie
    }

    var whereText: String { env.map { " for \($0)" } ?? " for requests without an environment" }

    /// All that are kept, or those of the given environment.
    func kept() throws(Failure) -> [Kept] {
      var all: [Kept] = []
      for (workspace, collection, environment) in try stores() {
        let cookies = try Disk.run { () throws(WorkspaceError) in
          try workspace.cookieStore(of: collection).cookies(of: environment)
        }
        let name = HistoryName.collection(collection, workspace.path)
        all += cookies.map { Kept(collection: name, environment: environment, cookie: $0) }
      }
      return all
    }

    /// The cookies of one collection and environment.
    func one() throws(Failure) -> [Cookie] {
      let (workspace, collection) = try collection()
      return try Disk.run { () throws(WorkspaceError) in try workspace.cookieStore(of: collection).cookies(of: env) }
    }

    /// Keeps them, each in the place of the one before.
    func add(_ cookies: [Cookie]) throws(Failure) {
      let (workspace, collection) = try collection()
      _ = try Disk.run { () throws(WorkspaceError) in
        try workspace.cookieStore(of: collection).apply(CookieChange(adding: cookies), of: env)
      }
    }

    /// Returns how many were removed.
    func remove(_ isGone: (Cookie) -> Bool) throws(Failure) -> Int {
      let (workspace, collection) = try collection()
      var count = 0
      _ = try Disk.run { () throws(WorkspaceError) in
        try workspace.cookieStore(of: collection).change(of: env) { cookies in
          count = cookies.count { isGone($0) }
          cookies.removeAll(where: isGone)
        }
      }
      return count
    }

    /// The same in every environment, unless one is given.
    func removeEverywhere(_ isGone: (Cookie) -> Bool) throws(Failure) -> Int {
      var count = 0
      for (workspace, collection, environment) in try stores() {
        _ = try Disk.run { () throws(WorkspaceError) in
          try workspace.cookieStore(of: collection).change(of: environment) { cookies in
            count += cookies.count { isGone($0) }
            cookies.removeAll(where: isGone)
          }
        }
      }
      return count
    }

    private func stores() throws(Failure) -> [(Workspace, collection: String, environment: String?)] {
      if env != nil {
        let (workspace, collection) = try collection()
        return [(workspace, collection, env)]
      }
      let workspace = try WorkspaceLocator.locate(workspace).workspace
      var all: [(Workspace, collection: String, environment: String?)] = []
      for collection in workspace.collectionPaths() {
        let environments = try Disk.run { () throws(WorkspaceError) in
          try workspace.cookieStore(of: collection).environments()
        }
        all += environments.map { (workspace, collection, $0) }
      }
      return all
    }

    /// The collection with the environment; without one, there must be a single collection.
    private func collection() throws(Failure) -> (Workspace, String) {
      if let env {
        var place = EnvironmentCommand.Place()
        place.workspace = workspace
        let (workspace, collection, _) = try place.environment(env)
        return (workspace, collection)
      }
      let workspace = try WorkspaceLocator.locate(workspace).workspace
      let collections = workspace.collectionPaths()
      guard let first = collections.first else { throw Failure(.file, "\(workspace.path) has no collection") }
      guard collections.count == 1 else {
        throw Failure(.usage, "\(workspace.path) has \(collections.count) collections; name one with --workspace")
      }
      return (workspace, first)
    }
  }
}
