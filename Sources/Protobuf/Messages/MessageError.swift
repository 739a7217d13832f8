package import Basics

/// An error in a message and its location.
package struct MessageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of errors.
  package enum Reason: Hashable, Sendable {
    case notJSON(JSONError)
    case wire(WireError)
    /// The value has the wrong kind for the field.
    case expected(String, got: String)
    case unknownField(String, in: String, nearest: String?)
    case duplicateKey(String)
    /// A second field of a oneof is set.
    case oneofTaken(String, by: String)
    case nullElement
    case outOfRange(String, String)
    case unknownEnumValue(String, of: String, nearest: String?)
    case missingRequired
    case tooDeep(limit: Int)
    /// The schema lacks the type of an `Any`.
    case unknownType(String)
    case missingTypeURL
    case invalidTimestamp(String)
    case invalidDuration(String)
    case invalidFieldMask(String)
    /// NaN or an infinity, which `google.protobuf.Value` cannot hold.
    case notFinite
    case invalidText
    /// An escaped half of a surrogate pair without its other half, at this byte offset.
    case loneSurrogate(offset: Int)
    case messageSet
    /// The message contains unknown fields with these numbers.
    case unknownNumbers([Int])
  }

  package var path: MessagePath
  package var reason: Reason

  init(_ path: MessagePath, _ reason: Reason) {
    (self.path, self.reason) = (path, reason)
  }

  package var description: String {
    path.steps.isEmpty ? reason.words : "\(path): \(reason.words)"
  }
}

extension MessageError.Reason {
  /// The error in plain language.
  package var words: String {
    switch self {
    case .notJSON(let error): "\(error)"
    case .wire(let error): "\(error)"
    case .expected(let kind, let got): "expected \(kind), not \(got)"
    case .unknownField(let name, let type, let nearest): "\(type) has no field “\(name)”" + Self.hint(nearest)
    case .duplicateKey(let key): "“\(key)” appears twice"
    case .oneofTaken(let oneof, let other): "only one field of \(oneof) can be set, and \(other) is"
    case .nullElement: "null cannot be an element"
    case .outOfRange(let number, let kind): "\(number) is out of the range of \(kind)"
    case .unknownEnumValue(let value, let type, let nearest): "\(type) has no value \(value)" + Self.hint(nearest)
    case .missingRequired: "this field is required"
    case .tooDeep(let limit): "nested deeper than \(limit) levels"
    case .unknownType(let url): "the type \(url) is not known here"
    case .missingTypeURL: "an Any needs “@type”"
    case .invalidTimestamp(let text): "“\(text)” is not a time such as 2026-01-31T12:00:00Z"
    case .invalidDuration(let text): "“\(text)” is not a duration such as 1.5s"
    case .invalidFieldMask(let text): "“\(text)” is not a path of a field mask"
    case .notFinite: "a Value cannot contain NaN or an infinity"
    case .invalidText: "the text is not UTF-8"
    case .loneSurrogate(let offset): "half of a surrogate pair at byte \(offset)"
    case .unknownNumbers(let numbers):
      "the type has no field \(numbers.prefix(10).map(String.init).joined(separator: ", "))"
        + (numbers.count > 10 ? ", …" : "")
    case .messageSet: "message sets cannot be written"
    }
  }

  private static func hint(_ nearest: String?) -> String { nearest.map { "; did you mean \($0)?" } ?? "" }
}

/// The location of a value in a message: `items[3].price`, `labels["a"]`. Formatted only for errors.
package struct MessagePath: Hashable, Sendable, CustomStringConvertible {
  /// One step from a value to a nested value.
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

/// A traversal of a message that tracks its location.
protocol MessageWalk {
  var path: MessagePath { get set }
}

extension MessageWalk {
  /// Runs `body` one step deeper in the message.
  mutating func at<Result, Failure: Error>(
    _ step: MessagePath.Step, _ body: (inout Self) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    path.steps.append(step)
    defer { path.steps.removeLast() }
    return try body(&self)
  }

  func error(_ reason: MessageError.Reason) -> MessageError { MessageError(path, reason) }
}
