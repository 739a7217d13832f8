import Basics
import Workspaces

/// The demo: a copy in the user's data folder, so that nothing is written beside the program.
enum DemoWorkspace {
  /// The request that `apus demo` sends at the start, below the demo's folder.
  static let firstRequest = "users/get-user.yml"
  /// Its environment, whose variables name the demo API.
  static let environment = "local"

  /// The folder of the copy, which need not exist.
  static func path() -> String { "\(DataFolder.standard())/demo" }

  /// The installed demo, which is copied; `nil` if it is missing.
  static func original() -> String? {
    // A missing candidate is not an error; the next one is tried.
    ShippedFiles.candidates("Workspaces/demo").lazy.compactMap { try? Workspace.open($0) }.first?.path
  }

  /// Makes the copy, or brings it up to date.
  /// - Throws: if there is no copy afterwards.
  static func update() throws(Failure) {
    guard let original = original() else {
      guard isThere() else { throw notInstalled }
      return
    }
    do throws(WorkspaceError) { try FollowedCopy(of: original, at: path()).update() } catch {
      // A copy that cannot be written, as in a read-only home, is used as it is.
      guard isThere() else { throw cannotCopy(error.description) }
    }
  }

  /// The workspace for the screen. The copy is made or updated later, because the first frame does not wait for it.
  static func openForScreen() throws(Failure) -> Workspace {
    if isThere() { return try WorkspaceLocator.open(path()) }
    guard original() != nil else { throw notInstalled }
    do {
      do throws(FileError) { try FileSystem.live.makeDirectory(path(), 0o755) } catch {
        throw WorkspaceError.file(error)
      }
      return try Workspace.openEmpty(path())
    } catch {
      throw cannotCopy("\(error)")
    }
  }

  /// True if there is a copy, perhaps an incomplete one.
  private static func isThere() -> Bool {
    // A folder that cannot be examined cannot be used.
    (try? FileSystem.live.stamp("\(path())/opencollection.yml")) ?? nil != nil
  }

  private static var notInstalled: Failure {
    let place = ShippedFiles.candidates("Workspaces/demo").first ?? "Workspaces/demo"
    return Failure(.file, "the demo is missing: no collection at \(place); install Apus again")
  }

  private static func cannotCopy(_ reason: String) -> Failure {
    Failure(.file, "the demo cannot be copied: \(reason); set XDG_DATA_HOME to a folder that you can write")
  }
}
