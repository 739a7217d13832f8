import Interchange
import Sessions
import Workspaces

/// Opens a folder as a source of `apus import`.
enum BrunoFolder {
  /// `nil` if the source is not a folder.
  static func open(_ source: String, from format: String?) throws(Failure) -> OlderCollection? {
    guard source != "-", let folder = OlderCollection.folder(at: source) else { return nil }
    let shown = source
    guard format == nil || format == ImportFormat.bruno.rawValue else {
      throw Failure(.usage, "\(shown) is a folder; only --from bruno reads one")
    }
    do throws(ImportFault) { return try OlderCollection(at: folder, named: source) } catch {
      switch error {
      case .notOlder: throw Failure(.unexpected, "\(shown) is \(error)")
      case .alreadyNewer: throw Failure(.unexpected, "\(shown) is \(error): apus \(shown)")
      default: throw Failure(.file, error.description)
      }
    }
  }
}
