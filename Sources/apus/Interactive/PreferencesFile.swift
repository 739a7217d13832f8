import Explorer
import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What is remembered of the screen from one run to the next, in the workspace's own folder that git ignores.
struct PreferencesFile: Sendable {
  let workspace: String
  private var path: String { "\(workspace)/.apus/screen.json" }

  /// Empty where nothing was remembered or it cannot be read: the screen then starts as new.
  func read() -> Preferences {
    // No file yet, or none that can be read: both are a first start.
    guard let data = try? Data(contentsOf: URL(filePath: path)) else { return Preferences() }
    // What is no preferences is as good as none.
    return (try? JSONDecoder().decode(Preferences.self, from: data)) ?? Preferences()
  }

  /// Best effort: a folder that cannot be written only means that the next start begins as new.
  func write(_ preferences: Preferences) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    // Plain values; and if not, the next start begins as new.
    guard let data = try? encoder.encode(preferences) else { return }
    let folder = "\(workspace)/.apus"
    if !FileManager.default.fileExists(atPath: folder) {
      // Whether there is a folder shows when the file is written.
      try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      // Without it git offers the folder, which harms nothing here.
      try? Data("*\n".utf8).write(to: URL(filePath: "\(folder)/.gitignore"))
    }
    // Best effort, as said above.
    try? data.write(to: URL(filePath: path), options: .atomic)
  }
}
