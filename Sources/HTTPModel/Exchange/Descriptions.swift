import Basics
import HTTPTypes

// Requests and answers print as one line: their parts contain credentials, and are long. Their empty mirrors keep `dump`
// and test libraries from printing the parts.

extension Request: CustomStringConvertible, CustomReflectable {
  /// `summary`, with credentials masked.
  public var description: String { Redaction.standard.adding(credentialsOf: self).masked(text: summary) }

  /// Without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Response: CustomStringConvertible, CustomReflectable {
  /// `GET https://… answered 200 OK with 5.1 KB`, with credentials masked.
  public var description: String {
    let line = "\(request.summary) answered \(head.words) with \(Quantity.bytes(body.count))"
    return Redaction.standard.adding(credentialsOf: request).masked(text: line)
  }

  /// Without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Exchange: CustomStringConvertible, CustomReflectable {
  /// The hops, one in each line, and the failure.
  public var description: String {
    let lines = hops.map(\.description) + (failure?.errorDescription.map { [$0] } ?? [])
    return lines.isEmpty ? "Nothing was sent" : lines.joined(separator: "\n")
  }

  /// Without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Hop: CustomStringConvertible, CustomReflectable {
  /// `GET https://… answered 200 OK`, with credentials masked.
  public var description: String { "\(request) \(response.map { "answered \($0.words)" } ?? "was not answered")" }

  /// Without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension SentRequest: CustomStringConvertible, CustomReflectable {
  /// `GET https://…`, with credentials masked.
  public var description: String { "\(method) \(Redaction.standard.masked(url: url))" }

  /// Without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension NetworkError: CustomReflectable {
  /// The category and `errorDescription`.
  public var customMirror: Mirror {
    Mirror(self, children: ["category": category, "errorDescription": errorDescription ?? ""])
  }
}

extension ResponseHead {
  /// `404 Not Found`, without a reason the code alone.
  package var words: String { "\(status.code) \(status.reasonPhrase)".trimmingASCII(\.isASCIIWhitespace) }
}
