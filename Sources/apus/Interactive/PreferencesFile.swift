import Explorer
import Workspaces

/// What is remembered of the screen from one run to the next, in the workspace's own folder that git ignores.
struct PreferencesFile: Sendable {
  let workspace: Workspace
  private var folder: String { "\(workspace.path)/.apus" }
  private var path: String { "\(folder)/screen.json" }
  /// A file that grew beyond this is not ours.
  private static let limit = 1 << 20

  /// Empty where nothing was remembered or it cannot be read: the screen then starts as new.
  func read() -> Preferences {
    do {
      let node = try JSONNode(parsing: workspace.files.read(path, Self.limit))
      return Preferences(
        arrangement: node["arrangement"]?.string, requestShare: node["requestShare"]?.int,
        theme: node["theme"]?.string, environment: node["environment"]?.string, request: node["request"]?.string,
        expanded: node["expanded"]?.array?.compactMap(\.string), ignored: Self.ignored(in: node["ignored"]),
        retention: node["keepHistory"]?.string.flatMap(RetentionText.retention))
    } catch {
      return Preferences()
    }
  }

  /// Best effort: a folder that cannot be written only means that the next start begins as new.
  func write(_ preferences: Preferences) {
    do {
      try workspace.files.makeDirectory(folder, 0o755)
      if try workspace.files.stamp("\(folder)/.gitignore") == nil {
        try workspace.files.create("\(folder)/.gitignore", Array("*\n".utf8), 0o644)
      }
      try AtomicFile(workspace.files).replace(path, with: Array((Self.node(of: preferences).pretty + "\n").utf8))
    } catch {
      return
    }
  }

  private static func ignored(in node: JSONNode?) -> [String: Set<String>]? {
    guard case .object(let members)? = node else { return nil }
    return Dictionary(
      members.map { ($0.name, Set($0.value.array?.compactMap(\.string) ?? [])) }, uniquingKeysWith: { _, last in last })
  }

  private static func node(of preferences: Preferences) -> JSONNode {
    let kept = preferences.retention.map { RetentionText.text(of: $0) }
    let texts: [(String, String?)] = [
      ("arrangement", preferences.arrangement), ("theme", preferences.theme),
      ("environment", preferences.environment), ("request", preferences.request), ("keepHistory", kept),
    ]
    var members = texts.compactMap { name, text in text.map { JSONNode.Member(name, .string($0)) } }
    if let share = preferences.requestShare { members.append(.init("requestShare", .number(String(share)))) }
    if let expanded = preferences.expanded {
      members.append(.init("expanded", .array(expanded.map { .string($0) })))
    }
    if let ignored = preferences.ignored {
      let lists = ignored.sorted { $0.key < $1.key }.map { request, patterns in
        JSONNode.Member(request, .array(patterns.sorted().map { .string($0) }))
      }
      members.append(.init("ignored", .object(lists)))
    }
    return .object(members)
  }
}
