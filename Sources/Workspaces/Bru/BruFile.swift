/// A file in Bruno's older format as read: its content, and what the model cannot hold.
package struct BruFile: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    case request(RequestDefinition)
    /// The settings of a collection or a folder.
    case settings(SharedSettings)
    case environment(Environment)
  }

  /// Something in the file that the model cannot hold.
  package struct Loss: Hashable, Sendable {
    /// The first line, from 1.
    package var line: Int
    /// The last line.
    package var lastLine: Int
    package var message: String

    package init(line: Int, through lastLine: Int? = nil, message: String) {
      self.line = line
      self.lastLine = lastLine ?? line
      self.message = message
    }
  }

  package var content: Content
  /// The name in the file.
  package var name: String?
  package var sequence: Double?
  package var losses: [Loss]

  /// Reads as much as possible; malformed parts are listed among the losses.
  /// - Parameter name: the name of an environment, which its file does not contain.
  /// - Throws: `WorkspaceError.invalid` with line and column for bytes that are not UTF-8, and for a text without a
  /// block.
  package init(_ bytes: [UInt8], environmentName name: String) throws(WorkspaceError) {
    let document: BruDocument
    do { document = try BruDocument(bytes) } catch {
      throw .invalid(Notice(.error, "line \(error.line):\(error.column)", error.message))
    }
    guard let first = document.blocks.first else {
      let line = document.strays.first?.line ?? 1
      throw .invalid(Notice(.error, "line \(line)", "there is no block such as meta { … }"))
    }
    var reader = BruReader(document)
    let isEnvironment = ["vars", "vars:secret"].contains(first.name)
    if let request = reader.definition() {
      content = .request(request)
    } else if isEnvironment {
      content = .environment(reader.environment(named: name))
    } else {
      content = .settings(reader.shared())
    }
    self.name = document.value("meta", "name")
    sequence = document.value("meta", "seq").flatMap(Double.init)
    losses = reader.leftOver
  }
}
