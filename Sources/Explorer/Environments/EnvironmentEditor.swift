import Terminal
import Workspaces

/// The editor of a collection's environments: the variables of one as rows, the others a key away.
///
/// Each finished change is saved immediately; `u` undoes it while the editor is open.
package struct EnvironmentEditor: Equatable, Sendable {
  let collection: String
  var environments: [Environment]
  /// Names of the environments whose files cannot be read; they come after the others.
  private(set) var broken: [String]
  private(set) var faults: [String: Notice]
  /// Index of the displayed environment.
  var index = 0
  var cursor = ListCursor()
  var column = 0
  var mode = Mode.browsing
  /// The row whose secret is revealed.
  var revealed: Int?
  /// Variables that the last change made secret because they hold a credential.
  private(set) var hidden: [String] = []
  /// Text abandoned with Esc, restored when the same prompt opens again.
  private(set) var kept: [Asked: String] = [:]
  private(set) var done: [Step] = []
  private(set) var undone: [Step] = []

  enum Mode: Equatable, Sendable {
    case browsing
    case cell(CellEdit)
    /// Asks for a name.
    case naming(Naming, TextField)
    case color(TextField)
    /// Whom it believes: the line with the cursor, and what is typed there.
    case trusting(line: Int, TextField?)
    case confirmingDelete
    /// The menu of what is under the cursor.
    case menu(Picker)
    /// Compares with another environment.
    case comparing(other: Int, offset: Int)
  }

  enum Naming: Hashable, Sendable {
    case new, duplicate, rename
  }

  /// The subject of a prompt.
  enum Asked: Hashable, Sendable {
    case name(Naming)
    case color
    case trust(TrustField)
  }

  struct CellEdit: Equatable, Sendable {
    var row: Int
    var column: Int
    var field: TextField
    /// The environment before editing began.
    var original: Environment
    var isNewRow = false
    var completion: Completion?
  }

  /// A change that can be undone.
  struct Step: Equatable, Sendable {
    var before: Environment
    var after: Environment
  }

  init(collection: String, _ state: EnvironmentFeature.State) {
    self.collection = collection
    environments = state.all
    broken = state.unreadable
    faults = state.faults
    index = state.names.firstIndex { $0 == state.chosen } ?? 0
    kept = state.kept
  }

  /// The displayed environment; `nil` if there is none.
  var current: Environment? { environments.indices.contains(index) ? environments[index] : nil }

  /// The name of the displayed environment, also if its file cannot be read.
  var shownName: String? { current?.name ?? brokenName }

  /// The name of the displayed environment if its file cannot be read.
  var brokenName: String? {
    let place = index - environments.count
    return broken.indices.contains(place) ? broken[place] : nil
  }

  /// What is wrong in the file of the displayed environment.
  var fault: Notice? { shownName.flatMap { faults[$0] } }

  /// All environments without the edit in progress.
  var written: [Environment] {
    var all = environments
    if case .cell(let edit) = mode, all.indices.contains(index) { all[index] = edit.original }
    return all
  }

  var rows: [TableRow] { current?.rows ?? [] }

  /// Whether nothing is being edited, asked or compared.
  var isBrowsing: Bool { mode == .browsing }

  /// Goes to a variable of an environment, as far as both exist.
  mutating func seek(_ variable: String, in environment: String?) {
    if let index = environments.firstIndex(where: { $0.name == environment }) { show(index) }
    if let row = rows.firstIndex(where: { $0[0] == variable }) {
      cursor.row = row
      column = 1
    }
  }

  /// Asks for a name.
  mutating func ask(_ naming: Naming, _ initial: String = "") {
    mode = .naming(naming, field(for: .name(naming), initial))
  }

  mutating func askForColor() { mode = .color(field(for: .color, current?.color ?? "#")) }

  mutating func field(for asked: Asked, _ initial: String) -> TextField {
    var field = TextField(initial)
    if let text = kept.removeValue(forKey: asked) { field.bringBack(text) }
    return field
  }

  /// Handles Esc in a prompt for a name or colour.
  mutating func leave(_ asked: Asked, _ field: TextField) {
    if !field.isEmpty { kept[asked] = field.text }
    mode = .browsing
  }

  /// Changes the displayed environment and returns the effects that save it.
  mutating func change(_ change: (inout Environment) -> Void) -> [EnvironmentEffect] {
    guard let before = current else { return [] }
    var after = before
    change(&after)
    return replace(before, with: after)
  }

  /// Records a change made step by step since `before`.
  ///
  /// Turns credentials into secrets before anything is written.
  mutating func replace(_ before: Environment, with written: Environment) -> [EnvironmentEffect] {
    guard environments.indices.contains(index) else { return [] }
    var after = written
    hidden = after.hideCredentials(since: before)
    environments[index] = after
    guard before != after else { return [] }
    done.append(Step(before: before, after: after))
    undone = []
    return [.save(collection: collection, from: before, to: after)]
  }

  mutating func undo() -> [EnvironmentEffect] {
    guard let step = done.popLast() else { return [] }
    undone.append(step)
    return restore(step.before, from: step.after)
  }

  mutating func redo() -> [EnvironmentEffect] {
    guard let step = undone.popLast() else { return [] }
    done.append(step)
    return restore(step.after, from: step.before)
  }

  /// A change was not written, so there is nothing to take back.
  mutating func forget(_ effect: EnvironmentEffect) {
    guard case .save(_, let before, let after, _) = effect else { return }
    if done.last == Step(before: before, after: after) { done.removeLast() }
    if undone.last == Step(before: after, after: before) { undone.removeLast() }
  }

  /// A change that was asked about is written after all.
  mutating func remember(_ effect: EnvironmentEffect) {
    if case .save(_, let before, let after, _) = effect { done.append(Step(before: before, after: after)) }
  }

  private mutating func restore(_ environment: Environment, from now: Environment) -> [EnvironmentEffect] {
    guard let place = environments.firstIndex(where: { $0.name == now.name }) else { return [] }
    index = place
    environments[place] = environment
    return [.save(collection: collection, from: now, to: environment)]
  }

  /// Adopts the state of the files.
  mutating func adopt(_ all: [Environment], select: String?) {
    let shown = select ?? shownName
    var all = all
    if case .cell(var edit) = mode, let current, let place = all.firstIndex(where: { $0.name == current.name }) {
      // The result of an earlier change must not discard the edit in progress.
      let typed = all[place].merging(from: edit.original, to: current)
      edit.original = all[place]
      all[place] = typed
      mode = .cell(edit)
    }
    environments = all
    index = (all.map(\.name) + broken).firstIndex { $0 == shown } ?? min(index, max(0, all.count - 1))
    // Undo steps of a renamed or deleted environment have no target.
    let names = Set(all.map(\.name))
    done.removeAll { !names.contains($0.before.name) }
    undone.removeAll { !names.contains($0.before.name) }
  }

  /// - Parameter name: what was shown before, which may be one of them.
  mutating func adopt(broken names: [String], _ faults: [String: Notice], showing name: String?) {
    (broken, self.faults) = (names, faults)
    let all = environments.map(\.name) + broken
    index = all.firstIndex { $0 == name } ?? min(index, max(0, all.count - 1))
  }

  mutating func show(_ number: Int) {
    let count = environments.count + broken.count
    guard count > 0 else { return }
    index = (number + count) % count
    cursor = ListCursor()
    revealed = nil
  }
}

extension Environment {
  /// The variables as rows of a table.
  var rows: [TableRow] { variables.map { TableRow($0.row, tag: $0.isSecret ? .secret : .none) } }

  /// The message about variables that became secret automatically.
  static func words(hidden names: [String]) -> String {
    let one = names.count == 1
    return "\(names.joined(separator: ", ")) \(one ? "is a secret" : "are secrets"): "
      + "\(one ? "its value goes" : "their values go") to your own store, not into the file"
  }

  mutating func changeRows(_ change: (inout [TableRow]) -> Void) {
    var rows = rows
    change(&rows)
    variables = rows.map { Variable($0.row, isSecret: $0.tag == .secret) }
  }
}
