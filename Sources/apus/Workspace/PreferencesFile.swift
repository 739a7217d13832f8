import Basics
import Explorer
import Synchronization
import Workspaces

/// Stores the screen's preferences between runs, in the workspace's private folder, which git ignores.
// A class because each write must know the content last written or read.
final class PreferencesFile: Sendable {
  let workspace: Workspace
  private var path: String { "\(workspace.privateFolder.path)/screen.json" }
  /// The size limit; a larger file was not written by Apus.
  private static let limit = 1 << 20
  /// The content as last read or written: only differences from it are written.
  private let known = Mutex(JSONValue.object([]))

  init(workspace: Workspace) { self.workspace = workspace }

  /// Empty if the file is missing or unreadable; the screen then starts with defaults.
  func read() -> Preferences {
    do {
      let preferences = Self.preferences(in: try JSONValue(parsing: workspace.files.read(path, Self.limit)))
      known.withLock { $0 = Self.node(of: preferences) }
      return preferences
    } catch {
      return Preferences()
    }
  }

  /// Best effort: if the folder is not writable, the next start uses defaults. Keeps changes by other programs and
  /// values that only later versions know. A folder without a collection is left as it is.
  func write(_ preferences: Preferences) {
    // If the folder is inaccessible, it is not created either.
    let hasPlace = ((try? workspace.files.stamp(workspace.privateFolder.path)) ?? nil) != nil
    guard hasPlace || !workspace.collectionPaths().isEmpty else { return }
    let new = Self.node(of: preferences)
    let old = known.withLock { known in
      defer { known = new }
      return known
    }
    // Best effort, as documented above.
    try? workspace.writeLock.holding(path) { () throws(WorkspaceError) in
      // A file that is missing or was not written by Apus counts as empty.
      let now = (try? JSONValue(parsing: workspace.files.read(path, Self.limit))) ?? .object([])
      let merged = Self.merged(now, from: old, to: new)
      if merged == now { return }
      do throws(FileError) { try workspace.files.makeDirectory(workspace.privateFolder.path, 0o700) } catch {
        throw .file(error)
      }
      try AtomicFile(workspace.files).replace(path, with: Array((merged.pretty + "\n").utf8))
    }
  }

  /// `now` with the changes from `old` to `new`.
  private static func merged(_ now: JSONValue, from old: JSONValue, to new: JSONValue) -> JSONValue {
    guard case .object(var members) = now, case .object(let before) = old, case .object(let after) = new else {
      return old == new ? now : new
    }
    for name in Set(before.map(\.name)).union(after.map(\.name)).sorted() where old[name] != new[name] {
      let place = members.firstIndex { $0.name == name }
      switch (new[name], place) {
      case (nil, let place?): members.remove(at: place)
      case (nil, nil): break
      case (let value?, let place?):
        members[place].value = merged(members[place].value, from: old[name] ?? .null, to: value)
      case (let value?, nil): members.append(JSONValue.Member(name, value))
      }
    }
    return .object(members)
  }

  private static func preferences(in node: JSONValue) -> Preferences {
    Preferences(
      arrangement: node["arrangement"]?.string, requestShare: node["requestShare"]?.int,
      treeWidth: node["treeWidth"]?.int, history: choice(in: node["historyPage"]), run: choice(in: node["runPage"]),
      theme: node["theme"]?.string,
      environment: node["environment"]?.string, request: node["request"]?.string,
      expanded: node["expanded"]?.array?.compactMap(\.string), ignored: ignored(in: node["ignored"]),
      retention: node["keepHistory"]?.string.flatMap(RetentionText.retention),
      answers: answers(in: node["answers"]))
  }

  private static func choice(in node: JSONValue?) -> PageChoice {
    PageChoice(list: node?["list"]?.int, upper: node?["upper"]?.int)
  }

  private static func node(of choice: PageChoice) -> JSONValue? {
    let shares = [("list", choice.list), ("upper", choice.upper)]
    let members = shares.compactMap { name, share in share.map { JSONValue.Member(name, .number(String($0))) } }
    return members.isEmpty ? nil : .object(members)
  }

  private static func answers(in node: JSONValue?) -> [String: String]? {
    guard case .object(let members)? = node else { return nil }
    let texts = members.compactMap { member in member.value.string.map { (member.name, $0) } }
    return Dictionary(texts) { _, last in last }
  }

  private static func ignored(in node: JSONValue?) -> [String: Set<String>]? {
    guard case .object(let members)? = node else { return nil }
    return Dictionary(
      members.map { ($0.name, Set($0.value.array?.compactMap(\.string) ?? [])) }, uniquingKeysWith: { _, last in last })
  }

  private static func node(of preferences: Preferences) -> JSONValue {
    let kept = preferences.retention.map { RetentionText.text(of: $0) }
    let texts: [(String, String?)] = [
      ("arrangement", preferences.arrangement), ("theme", preferences.theme),
      ("environment", preferences.environment), ("request", preferences.request), ("keepHistory", kept),
    ]
    var members = texts.compactMap { name, text in text.map { JSONValue.Member(name, .string($0)) } }
    if let share = preferences.requestShare { members.append(.init("requestShare", .number(String(share)))) }
    if let width = preferences.treeWidth { members.append(.init("treeWidth", .number(String(width)))) }
    for (name, choice) in [("historyPage", preferences.history), ("runPage", preferences.run)] {
      if let node = node(of: choice) { members.append(.init(name, node)) }
    }
    if let expanded = preferences.expanded {
      members.append(.init("expanded", .array(expanded.map { .string($0) })))
    }
    if let ignored = preferences.ignored {
      let lists = ignored.sorted { $0.key < $1.key }.map { request, patterns in
        JSONValue.Member(request, .array(patterns.sorted().map { .string($0) }))
      }
      members.append(.init("ignored", .object(lists)))
    }
    if let answers = preferences.answers {
      let texts = answers.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, .string($0.value)) }
      members.append(.init("answers", .object(texts)))
    }
    return .object(members)
  }
}
