/// Two environments compared: each variable once, in the order of the left one and then of the right.
package struct EnvironmentComparison: Hashable, Sendable {
  package struct Line: Hashable, Sendable {
    package enum Difference: Hashable, Sendable {
      case same
      case value
      /// Enabled on one side only, or secret on one side only.
      case state
      case onlyLeft, onlyRight
    }

    package var name: String
    /// `nil` if that side has no such variable. Contains the value of a secret, to be masked when shown.
    package var left: Environment.Variable?
    package var right: Environment.Variable?
    package var difference: Difference
  }

  package var lines: [Line]
  /// Whether any line differs.
  package var differs: Bool { lines.contains { $0.difference != .same } }

  package init(_ left: Environment, _ right: Environment) {
    var lines: [Line] = []
    var places: [String: [Int]] = [:]
    for index in right.variables.indices.reversed() {
      places[right.variables[index].row.name, default: []].append(index)
    }
    var taken: Set<Int> = []
    for variable in left.variables {
      let name = variable.row.name
      if let index = places[name]?.popLast() {
        let other = right.variables[index]
        taken.insert(index)
        lines.append(Line(name: name, left: variable, right: other, difference: Self.difference(variable, other)))
      } else {
        lines.append(Line(name: name, left: variable, right: nil, difference: .onlyLeft))
      }
    }
    for (index, variable) in right.variables.enumerated() where !taken.contains(index) {
      lines.append(Line(name: variable.row.name, left: nil, right: variable, difference: .onlyRight))
    }
    self.lines = lines
  }

  private static func difference(_ left: Environment.Variable, _ right: Environment.Variable) -> Line.Difference {
    if left.row.value != right.row.value { return .value }
    return left.row.isEnabled == right.row.isEnabled && left.isSecret == right.isSecret ? .same : .state
  }
}
