import Libc
import Workspaces

/// The files that ship with the program: next to the installed program, or, as in a checkout, above it. Not above the
/// current folder, which may be a stranger's.
enum ShippedFiles {
  /// - Parameter path: relative to the checkout, or to `share/apus` of an installation.
  static func candidates(_ path: String) -> [String] {
    FolderSearch.upwards(from: WorkspaceLocator.programFolder()).flatMap { above in
      ["\(above)/share/apus/\(path)", "\(above)/\(path)"]
    }
  }

  /// The folder of the themes; `nil` if the program was copied without it. A theme known to be there identifies it.
  static var themes: String? {
    candidates("Themes").first { access("\($0)/nord.yml", R_OK) == 0 }
  }
}
