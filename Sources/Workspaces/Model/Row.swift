import Networking

/// One row of a list, which can be disabled: a header, a form field, a query parameter.
public struct Row: Hashable, Sendable {
  public var name: String
  public var value: String
  public var isEnabled: Bool
  public var note: String
  /// For a header: whether it is sent without the blank after its colon (`Header.omitsBlank`).
  public var omitsBlank: Bool
  /// For a header that is disabled: whether no other header of its name is sent either, neither an inherited one nor one
  /// that Apus adds. Without it a disabled header lets an inherited one through.
  public var omitsInherited: Bool

  public init(
    _ name: String = "", _ value: String = "", isEnabled: Bool = true, note: String = "", omitsBlank: Bool = false,
    omitsInherited: Bool = false
  ) {
    self.name = name
    self.value = value
    self.isEnabled = isEnabled
    self.note = note
    self.omitsBlank = omitsBlank
    self.omitsInherited = omitsInherited
  }

  /// Whether a header of this name from further out is not sent.
  var hidesInherited: Bool { isEnabled || omitsInherited }

  /// A header that is sent, as written.
  public init(_ header: Header) {
    self.init(header.name, header.value, omitsBlank: header.omitsBlank)
  }
}

/// A parameter of the URL: in its query, or a `:name` segment of its path.
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
  /// The file name to send, if it is not the last part of the path.
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
