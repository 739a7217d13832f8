package import Sessions
package import Workspaces

/// An export with everything that it is made from.
package struct ExportJob: Equatable, Sendable {
  package enum Source: Equatable, Sendable {
    case draft(RequestKey, RequestDefinition, SendTerms)
    /// A request that is not open, by the path of its file.
    case saved(String, SendTerms)
    /// A folder, or a collection: one takes all of its environments along, if the form keeps variables.
    case folder(String, SendTerms, isCollection: Bool)
  }

  package enum Destination: Equatable, Sendable {
    case clipboard
    /// Overwrites an existing file only if `replacing` is set.
    case file(String, replacing: Bool)
    /// A file in this folder for each request.
    case folder(String, replacing: Bool)
  }

  package var source: Source
  package var form: ExportForm
  package var destination: Destination
  /// How many requests have unsaved changes, which are not in the files that are read.
  package var drafts = 0

  package init(_ source: Source, as form: ExportForm, to destination: Destination, drafts: Int = 0) {
    self.source = source
    self.form = form
    self.destination = destination
    self.drafts = drafts
  }
}
