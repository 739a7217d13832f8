package import SessionModel
import Terminal
package import Workspaces

/// Commands that choose and edit environments.
enum EnvironmentCommands {
  static let all: [Command] = [choose, edit]

  private static let choose = Command(
    "chooseEnvironment", "Choose the environment", [.character("e")], section: .environments, rank: 10,
    footer: .word("env"), action: .environment(.chooseRequested))

  static let edit = Command(
    "editEnvironment", "Edit the environment", [.character("E")], section: .environments, rank: 20,
    action: .environment(.editRequested()))
}

extension Picker {
  /// The identity of the item for a new environment. No environment can have this name.
  static let newEnvironment = "/"

  static func environments(_ state: Environments) -> Picker {
    var preview: [String: [String]] = [:]
    var items = state.all.map { environment in
      preview[environment.name] = environment.variables.map { variable in
        "\(variable.row.name) = \(variable.isSecret ? "••••" : variable.row.value)"
      }
      return Item(
        id: environment.name, title: environment.name, detail: environment.isProtected ? "protected" : "",
        token: environment.isProtected ? .error : .text)
    }
    for name in state.unreadable {
      if let fault = state.faults[name] { preview[name] = [fault.location, fault.message] }
    }
    items += state.unreadable.map { Item(id: $0, title: $0, detail: "cannot be read", token: .error) }
    if state.isLoaded { items.append(Item(id: "", title: "No environment")) }
    if state.isLoaded { items.append(Item(id: newEnvironment, title: "New environment…")) }
    return Picker("Environment", .environment, items: items, selected: state.chosen ?? "", preview: preview)
  }
}

/// File work on environments that the feature requests. Each change is answered by `changed` or `failed`.
package enum EnvironmentEffect: Equatable, Sendable {
  case load(collection: String)
  /// Writes the differences between the two to the environment's file, values of secrets to the secret store.
  case save(collection: String, from: Environment, to: Environment, SaveConsent = [])
  /// Creates an environment; refused if the name is taken.
  case create(collection: String, Environment, SaveConsent = [])
  /// Copies a file under another name, including its secrets.
  case duplicate(collection: String, name: String, as: String, SaveConsent = [])
  case rename(collection: String, name: String, to: String)
  case delete(collection: String, name: String)
  /// Adds or removes trust in certificates, in an environment's file or the user's own list.
  case trust(TrustChange, isStep: Bool, sends: RequestKey?)
}

extension EnvironmentEffect {
  /// The collection whose environments it reads or changes.
  package var collection: String {
    switch self {
    case .load(let collection), .save(let collection, _, _, _), .create(let collection, _, _),
      .duplicate(let collection, _, _, _), .rename(let collection, _, _), .delete(let collection, _):
      collection
    case .trust(let change, _, _): change.collection
    }
  }

  /// True for an effect that writes nothing.
  var isReading: Bool { if case .load = self { true } else { false } }
}

extension EnvironmentEditorLayout {
  /// The columns of the row at a point; `nil` if there is no row.
  func columns(at point: Point, of editor: EnvironmentEditor, _ unicode: Bool) -> TableColumns? {
    let line = point.y - rows.y
    guard rows.contains(point), editor.rows.indices.contains(editor.cursor.offset + line) else { return nil }
    // The columns keep their widths during an edit.
    var shown = editor.rows
    if case .cell(let edit) = editor.mode { shown = edit.original.rows }
    return TableColumns(.variables, rows: shown, in: rows, unicode: unicode).moved(down: line)
  }

  /// True if the point is in the cell being edited.
  func contains(_ point: Point, in edit: EnvironmentEditor.CellEdit, of editor: EnvironmentEditor, _ unicode: Bool)
    -> Bool
  {
    let cells = columns(at: point, of: editor, unicode)?.cells
    return editor.cursor.offset + point.y - rows.y == edit.row && cells?[edit.column].contains(point) == true
  }
}
