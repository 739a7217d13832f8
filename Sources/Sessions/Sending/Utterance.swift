import Basics
import Networking
package import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Something that is said into an open conversation, as the user wrote it: with variables.
package struct Utterance: Hashable, Sendable {
  /// What the text stands for.
  package enum Form: String, CaseIterable, Hashable, Sendable {
    case text, json
    /// Bytes as pairs of hexadecimal digits; blanks between them do not count.
    case hex
    /// The path of a file, whose bytes are said.
    case file
    /// Bytes as Base64, as the files of requests have them.
    case base64
  }

  package var form: Form
  package var text: String

  package init(_ form: Form, _ text: String) {
    self.form = form
    self.text = text
  }

  /// A message of a request's file.
  package init(_ message: ConversationDefinition.Message) {
    self.init(message.kind == "binary" ? .base64 : message.kind == "json" ? .json : .text, message.data)
  }

  /// The bytes of pairs of hexadecimal digits.
  package static func bytes(ofHex text: String) -> [UInt8]? {
    Hexadecimal.bytes(text.utf8.filter { !$0.isASCIIWhitespace })
  }

  /// A larger file is not said: all of it would be in memory.
  static let largestFile = 64 << 20

  /// The message, once its variables are filled in.
  /// - Parameter folder: what the path of a file is relative to.
  func prepared(_ resolved: PreparedMessage, in folder: String) throws(SendFault) -> PreparedMessage {
    var message = resolved
    switch form {
    case .text, .json, .base64: break
    case .hex:
      let text = String(decoding: resolved.bytes, as: UTF8.self)
      guard let bytes = Self.bytes(ofHex: text) else {
        throw Self.fault("no pairs of hexadecimal digits, such as 3f 8a 00")
      }
      (message.kind, message.bytes) = (.binary, bytes)
    case .file:
      let path = String(decoding: resolved.bytes, as: UTF8.self)
      (message.kind, message.bytes) = (.binary, try Self.bytes(ofFile: path, in: folder))
    }
    return message
  }

  private static func bytes(ofFile written: String, in folder: String) throws(SendFault) -> [UInt8] {
    let path = written.hasPrefix("/") ? written : "\(folder)/\(written)"
    do {
      let bytes = try Data(contentsOf: URL(filePath: path))
      guard bytes.count <= largestFile else { throw fault("\(written) is larger than \(ByteCount(largestFile))") }
      return Array(bytes)
    } catch let error as SendFault {
      throw error
    } catch {
      let problem = SendRefusal.Problem.unreadableFile(path: written, reason: "is it there, and yours to read?")
      throw .refusal(SendRefusal(.body(row: nil), problem, "message"))
    }
  }

  private static func fault(_ words: String) -> SendFault {
    .refusal(SendRefusal(.body(row: nil), .invalid(words), "message"))
  }
}
