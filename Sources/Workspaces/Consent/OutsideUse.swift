import Basics
import Networking

/// Something of the user's that a collection can name and that is not part of it.
public enum OutsideSource: Hashable, Sendable {
  /// A variable of the process environment.
  case variable(String)
  /// A file outside the collection, by its real path.
  case file(String)
  /// A command that gives a secret, exactly as it is written.
  case command(String)

  /// The variable's name, the path, or the command.
  public var name: String {
    switch self {
    case .variable(let name), .file(let name), .command(let name): name
    }
  }

  /// What it is, in one word for the file of consents.
  public var kind: String {
    switch self {
    case .variable: "variable"
    case .file: "file"
    case .command: "command"
    }
  }

  public init?(kind: String, name: String) {
    switch kind {
    case "variable": self = .variable(name)
    case "file": self = .file(name)
    case "command": self = .command(name)
    default: return nil
    }
  }
}

/// One use of something of the user's by a collection, and who would get it: what a consent is given to.
public struct OutsideUse: Hashable, Sendable {
  public var source: OutsideSource
  /// Who would get it, in words: `https://api.example.com`. Never holds a value of the user's.
  public var receiver: String
  /// Where in the request, in words: `header 2, X-Key`.
  public var place: String
  /// Its name as shown: a path that a secret is part of is shown as it is written.
  public var shown: String

  public init(_ source: OutsideSource, to receiver: String, place: String = "", shown: String? = nil) {
    self.source = source
    self.receiver = receiver
    self.place = place
    self.shown = shown ?? source.name
  }

  /// The same for every receiver, which only the user's own words can say of a command: `apus env allow`.
  var forAnyReceiver: OutsideUse? {
    guard case .command = source else { return nil }
    return OutsideUse(source, to: "")
  }

  /// In one line for a person: `the variable AWS_SECRET_ACCESS_KEY of your environment`.
  public var what: String {
    switch source {
    case .variable: "the process variable \(shown)"
    case .file: "the file \(shown)"
    case .command: "the output of the command \"\(shown)\""
    }
  }

  /// What a consent is remembered by: the collection, the kind, the name and the receiver. The place in the request does
  /// not count, and neither does any value.
  ///
  /// - Parameter collection: the collection's real path.
  func digest(of collection: String) -> String {
    let parts = [collection, source.kind, source.name, receiver].map { JSONValue.string($0) }
    return Digest.hexadecimal(JSONValue.array(parts).compact)
  }
}
