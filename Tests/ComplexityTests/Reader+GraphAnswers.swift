import Basics

@testable import Workspaces

extension Reader {
  private static func parts(_ name: String, _ first: String, _ part: @escaping @Sendable (Int) -> String) -> Reader {
    Reader("A GraphQL answer in parts: \(name)") { count in
      [first] + (0..<count).map(part)
    } read: { parts in
      var answer = IncrementalAnswer()
      for part in parts {
        guard let value = try? JSONValue(parsing: part.utf8) else { return }
        try? answer.add(value)
      }
      _ = answer.document
    }
  }

  static let graphAnswers: [Reader] = [
    parts("items of one list", #"{"data":{"list":[]}}"#) {
      #"{"incremental":[{"path":["list",\#($0)],"items":[{"n":1}]}]}"#
    },
    parts("members of one object", #"{"data":{"user":{}}}"#) { #"{"path":["user"],"data":{"m\#($0)":{}}}"# },
    parts("lists that are announced", #"{"data":{"user":{"list":[]}}}"#) {
      #"{"pending":[{"id":"\#($0)","path":["user","list"]}],"incremental":[{"id":"\#($0)","items":[1]}]}"#
    },
    parts("errors", #"{"data":{"user":{}}}"#) { _ in #"{"path":["user"],"data":null,"errors":[{"message":"m"}]}"# },
  ]
}
