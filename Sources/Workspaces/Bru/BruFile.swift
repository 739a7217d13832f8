/// A file of Bruno's older format as read: what it holds, and what of it found no place in the model.
public struct BruFile: Hashable, Sendable {
  public enum Content: Hashable, Sendable {
    case request(RequestDefinition)
    /// Of a collection or a folder.
    case settings(SharedSettings)
    case environment(Environment)
  }

  /// Something that is in the file and not in the model.
  public struct Loss: Hashable, Sendable {
    /// From 1.
    public var line: Int
    /// Where it ends.
    public var lastLine: Int
    public var message: String

    public init(line: Int, through lastLine: Int? = nil, message: String) {
      self.line = line
      self.lastLine = lastLine ?? line
      self.message = message
    }
  }

  public var content: Content
  /// As the file itself says it.
  public var name: String?
  public var sequence: Double?
  public var losses: [Loss]

  /// Reads what is there, broken as it may be; what is broken is among the losses.
  /// - Parameter name: of an environment, whose file does not say it.
  /// - Throws: `WorkspaceError.invalid` with line and column for bytes that are not UTF-8, and for a text without a block.
  public init(_ bytes: [UInt8], environmentName name: String) throws(WorkspaceError) {
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
