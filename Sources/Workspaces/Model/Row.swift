package import HTTPModel

/// One row of a list, which can be disabled: a header, a form field, a query parameter.
package struct Row: Hashable, Sendable {
  package var name: String
  package var value: String
  /// For a variable: the type that scripts see; `nil` for a text.
  package var type: ValueType?
  package var isEnabled: Bool
  package var note: String
  /// For a header: indicates whether it is sent without the blank after its colon (`Header.omitsBlank`).
  package var omitsBlank: Bool
  /// For a disabled header: indicates whether all other headers of its name, inherited ones and those that Apus adds,
  /// are omitted, too. Without it, a disabled header does not affect an inherited one.
  package var omitsInherited: Bool

  package init(
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

  /// True if an inherited header of this name is not sent.
  var hidesInherited: Bool { isEnabled || omitsInherited }

  /// True if no header of its name is sent, neither an inherited one nor one that Apus would add.
  package var isOmission: Bool { omitsInherited && !isEnabled && !name.isEmpty }

  /// A header as sent.
  package init(_ header: Header) {
    self.init(header.name, header.value, omitsBlank: header.omitsBlank)
  }
}

/// A parameter of the URL: in its query, or a `:name` segment of its path.
package struct Parameter: Hashable, Sendable {
  package enum Place: String, Hashable, Sendable {
    case query, path
  }

  package var place: Place
  package var row: Row

  package init(_ place: Place, _ row: Row) {
    self.place = place
    self.row = row
  }
}

/// One part of a multipart body.
package struct FormPart: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    case text(String)
    /// Paths as written, relative to the collection or absolute.
    case files([String])
  }

  package var name: String
  package var content: Content
  package var contentType: String
  /// The file name to send, if it is not the last part of the path.
  package var fileName: String?
  package var isEnabled: Bool
  package var note: String

  package init(
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
