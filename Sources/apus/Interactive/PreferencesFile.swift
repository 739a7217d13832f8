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
    guard let data = try? Data(contentsOf: URL(filePath: path)) else { return Preferences() }
    return (try? JSONDecoder().decode(Preferences.self, from: data)) ?? Preferences()
  }

  /// Best effort: a folder that cannot be written only means that the next start begins as new.
  func write(_ preferences: Preferences) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    guard let data = try? encoder.encode(preferences) else { return }
    let folder = "\(workspace)/.apus"
    if !FileManager.default.fileExists(atPath: folder) {
      try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      try? Data("*\n".utf8).write(to: URL(filePath: "\(folder)/.gitignore"))
    }
    try? data.write(to: URL(filePath: path), options: .atomic)
  }
}
