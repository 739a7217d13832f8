import Basics
import Terminal
import Workspaces

/// "Why this value?": where the variables under the cursor come from, and where to change them.
///
/// It has no state: everything follows from its input.
enum VariableFeature {
  enum Action: Equatable, Sendable {
    case explainRequested
    /// Goes to where a variable can be changed.
    case chosen(String)
  }

  /// The variables under the cursor and those in scope of the open request.
  struct Surroundings {
    /// Why there is nothing to explain; `nil` while a readable request is open.
    var refusal: String?
    /// The variables in scope; `nil` until they are read.
    var table: VariableTable?
    /// The request's own variables.
    var own: [Row] = []
    /// Where those come from.
    var origin = VariableTable.Origin.request
    var environment: String?
    /// Seconds since 1970.
    var now = 0.0
    /// The variables of the field under the cursor, and the one at the caret; computed on demand.
    var underCursor: @Sendable () -> (all: [VariableUse], current: VariableUse?)
    /// What the row under the cursor is; computed on demand.
    var row: @Sendable () -> (name: String, lines: [String])? = { nil }
  }

  enum Outcome: Equatable {
    case said(Message.Kind, String)
    case pick(Picker)
    /// Opens the editor of environments at a variable.
    case editInEnvironment(String, String?)
    /// Goes to that row of the request's own variables.
    case editInRequest(row: Int)
  }

  static func reduce(_ action: Action, in surroundings: Surroundings) -> [Outcome] {
    switch action {
    case .explainRequested:
      if let refusal = surroundings.refusal { return [.said(.information, refusal)] }
      let (all, current) = surroundings.underCursor()
      let row = surroundings.row()
      guard !all.isEmpty else {
        guard let row else { return [.said(.information, "There is no variable under the cursor")] }
        return [.pick(.about(row.name, "Why this value?", row.lines))]
      }
      guard let table = surroundings.table else {
        return [.said(.information, "The variables are still being read")]
      }
      return [.pick(.explanations(of: all.map(\.name), selected: current?.name, in: table, now: surroundings.now))]
    case .chosen(let name):
      guard let table = surroundings.table else { return [] }
      switch VariableExplanation(name, in: table).origin {
      case .environment(let environment): return [.editInEnvironment(name, environment)]
      case surroundings.origin?:
        return [.editInRequest(row: surroundings.own.firstIndex { $0.name == name && $0.isEnabled } ?? 0)]
      case let origin?: return [.said(.information, "\(name) comes from \(origin.words): it is changed there")]
      case nil: return [.editInEnvironment(name, surroundings.environment)]
      }
    }
  }
}

extension Picker {
  /// Says what one thing is.
  static func about(_ name: String, _ title: String, _ lines: [String]) -> Picker {
    Picker(title, .about, items: [Item(id: name, title: VisibleText.of(name))], preview: [name: lines])
  }

  /// Lists each variable once, with its value as detail and the full explanation as preview.
  static func explanations(of names: [String], selected: String?, in table: VariableTable, now: Double) -> Picker {
    var seen: Set<String> = []
    var preview: [String: [String]] = [:]
    let items = names.filter { seen.insert($0).inserted }.map { name -> Item in
      let explanation = VariableExplanation(name, in: table, now: now)
      preview[name] = explanation.lines
      return Item(id: name, title: name, token: explanation.isWrong ? .variableUnresolved : .variableResolved)
    }
    return Picker("Why this value?", .variable, items: items, selected: selected, preview: preview)
  }
}
