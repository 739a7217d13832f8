/// An error while reading or writing a workspace: what, where, and what to do next.
package enum WorkspaceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Neither a collection nor a folder with collections.
  case notAWorkspace(path: String)
  case file(FileError)
  case noEnvironment(String, known: [String])
  /// A file that is not valid; `location` is `file:line:column`.
  case invalid(Notice)
  /// The file changed on disk since it was read.
  case changedOnDisk(path: String)
  case exists(path: String)
  case badName(String, why: String)
  /// Saving would remove these comments; ask the user.
  case commentsWouldBeLost(path: String, [String])
  /// Saving would write the values of these secret variables into a file that is shared.
  case secretsWouldBeWritten(path: String, [String])
  /// The folder has a collection, so it cannot become one.
  case alreadyWorkspace(path: String)
  /// The folder belongs to a collection, so it cannot become one.
  case insideCollection(path: String, collection: String)
  /// A file that can be shown but not edited.
  case notEditable(path: String, why: String)

  package var description: String {
    switch self {
    case .notAWorkspace(let path):
      "\(path): no collection here; a collection is a folder with opencollection.yml"
    case .file(let error): error.description
    case .noEnvironment(let name, let known):
      "no environment named \"\(name)\"; "
        + (known.isEmpty ? "the collection has none" : "known: " + known.joined(separator: ", "))
    case .invalid(let notice): notice.description
    case .changedOnDisk(let path): "\(path): changed on disk since it was read; reload it or merge"
    case .exists(let path): "\(path): already exists; choose another name"
    case .badName(let name, let why): "\"\(name)\" cannot be a name: \(why)"
    case .commentsWouldBeLost(let path, let comments):
      "\(path): saving would remove \(comments.count == 1 ? "a comment" : "\(comments.count) comments"): "
        + comments.prefix(3).joined(separator: ", ")
    case .secretsWouldBeWritten(let path, let names):
      "\(path): saving would write the value of the secret \(names.joined(separator: ", ")) into the file; "
        + "use {{\(names.first ?? "name")}} instead"
    case .alreadyWorkspace(let path): "\(path) is already a workspace; `apus list` shows its requests"
    case .insideCollection(let path, let collection):
      "\(path) is part of the collection \(collection); choose a folder outside it"
    case .notEditable(let path, let why): "\(path): \(why)"
    }
  }
}

/// Runs a file operation and wraps its error in a `WorkspaceError`.
func onDisk<Value>(_ work: () throws(FileError) -> Value) throws(WorkspaceError) -> Value {
  do { return try work() } catch { throw .file(error) }
}

/// A message to the user about a file, with its location.
package struct Notice: Hashable, Sendable, CustomStringConvertible {
  package enum Severity: String, Hashable, Sendable {
    case warning, error
  }

  package var severity: Severity
  /// `file:line:column`, as far as known.
  package var location: String
  package var message: String

  package init(_ severity: Severity, _ location: String, _ message: String) {
    self.severity = severity
    self.location = location
    self.message = message
  }

  package var description: String { location.isEmpty ? message : "\(location): \(message)" }

  /// True if it concerns the folder, or something in it.
  package func isIn(_ folder: String) -> Bool { FilePaths.isBelow(path, folder) }

  /// The file or folder concerned, without line and column.
  package var path: String { String(location.dropLast(place.utf8.count)) }

  /// `:line:column`, as far as known.
  package var place: String {
    let parts = location.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.dropFirst().suffix(2).reversed().prefix { Int($0) != nil }
    return numbers.reversed().map { ":\($0)" }.joined()
  }
}

extension [Notice] {
  package mutating func warn(_ place: String, _ message: String) { append(Notice(.warning, place, message)) }
}
