import Basics
import HTTPModel
import Synchronization
import Workspaces

/// Answers the questions of a replayed job from its record. Only modules are read, from the collection.
final class ScriptReplies: Sendable {
  private let left: Mutex<[ScriptReply]>
  /// The absolute path of the collection.
  private let folder: String
  private let acceptsChanged: Bool

  /// - Parameter acceptsChanged: whether a module may have changed since.
  init(_ recorded: [JSONValue], modules folder: String, acceptsChanged: Bool) {
    left = Mutex(recorded.compactMap(ScriptReply.init(recorded:)))
    self.folder = folder
    self.acceptsChanged = acceptsChanged
  }

  func answer(_ question: JSONValue) -> ScriptAnswer {
    let wanted = ScriptReply(to: question, .null)
    let reply = left.withLock { left -> ScriptReply? in
      let index = left.firstIndex { $0.id == wanted.id && $0.ask == wanted.ask && $0.name == wanted.name }
      guard let index else { return nil }
      return left.remove(at: index)
    }
    guard let reply else { return Self.refused("the history has no answer to this question") }
    guard let path = reply.json["path"]?.string, let digest = reply.json["sha256"]?.string else {
      return ScriptAnswer(reply.json, body: reply.body)
    }
    guard let code = code(path) else { return Self.refused("the collection does not have \(path) any more") }
    guard acceptsChanged || Digest.hexadecimal(Array(code.utf8)) == digest else {
      return Self.refused("\(path) has changed since")
    }
    var answer = reply.json
    answer["sha256"] = nil
    answer["code"] = .string(code)
    return ScriptAnswer(answer)
  }

  /// Both forms in which scripts learn that they get no answer.
  private static func refused(_ why: String) -> ScriptAnswer {
    var answer = ScriptAsks.failure(why)
    answer["refused"] = .string(why)
    return ScriptAnswer(answer)
  }

  private func code(_ path: String) -> String? {
    let path = FilePaths.join(folder, path)
    // A file that cannot be read is reported as missing.
    guard FilePaths.isBelow(path, folder), let bytes = try? FileSystem.live.read(path, 8 << 20) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }
}
