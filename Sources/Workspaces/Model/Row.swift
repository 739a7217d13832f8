import Networking

/// One line of a list that can be switched off: a header, a form field, a query parameter.
public struct Row: Hashable, Sendable {
  public var name: String
  public var value: String
  public var isEnabled: Bool
  public var note: String
  /// Of a header: whether it goes out without the blank behind its colon (`Header.omitsBlank`).
  public var omitsBlank: Bool

  public init(
    _ name: String = "", _ value: String = "", isEnabled: Bool = true, note: String = "", omitsBlank: Bool = false
  ) {
    self.name = name
    self.value = value
    self.isEnabled = isEnabled
    self.note = note
    self.omitsBlank = omitsBlank
  }

  /// A header that is sent, as it is written.
  public init(_ header: Header) {
    self.init(header.name, header.value, omitsBlank: header.omitsBlank)
  }
}

/// A parameter of the URL: of its query, or of a `:name` segment in its path.
public struct Parameter: Hashable, Sendable {
  public enum Place: String, Hashable, Sendable {
    case query, path
  }

  public var place: Place
  public var row: Row

  public init(_ place: Place, _ row: Row) {
    self.place = place
    self.row = row
  }
}

/// One part of a multipart body.
public struct FormPart: Hashable, Sendable {
  public enum Content: Hashable, Sendable {
    case text(String)
    /// Paths as written, relative to the collection or absolute.
    case files([String])
  }

  public var name: String
  public var content: Content
  public var contentType: String
  /// The name that is sent for a file, where it is not the last part of its path.
  public var fileName: String?
  public var isEnabled: Bool
  public var note: String

  public init(
    _ name: String = "", _ content: Content = .text(""), contentType: String = "", fileName: String? = nil,
    isEnabled: Bool = true, note: String = ""
  ) {
    self.name = name
    self.content = content
    self.contentType = contentType
    self.fileName = fileName
    self.isEnabled = isEnabled
    self.note = note
  }
}
