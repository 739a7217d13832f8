internal import Basics

/// Where a value stands in a message: `items[3].price`, `labels["a"]`. Made into text only for an error.
package struct MessagePath: Hashable, Sendable, CustomStringConvertible {
  /// One step from a value into it.
  package enum Step: Hashable, Sendable {
    case field(String)
    case index(Int)
    case key(String)
  }

  package var steps: [Step] = []

  package init() {}

  package var description: String {
    var text = ""
    for step in steps {
      switch step {
      case .field(let name): text += text.isEmpty ? name : ".\(name)"
      case .index(let index): text += "[\(index)]"
      case .key(let key): text += "[\(JSONString.quoted(key))]"
      }
    }
    return text
  }
}

/// Something that walks through a message and knows where it is.
protocol MessageWalk {
  var path: MessagePath { get set }
}

extension MessageWalk {
  /// Goes a step into a message for as long as `body` runs.
  mutating func at<Result>(
    _ step: MessagePath.Step, _ body: (inout Self) throws(MessageError) -> Result
  ) throws(MessageError) -> Result {
    path.steps.append(step)
    defer { path.steps.removeLast() }
    return try body(&self)
  }

  func error(_ reason: MessageError.Reason) -> MessageError { MessageError(path, reason) }
}
