/// The properties of a folder in its own file that affect the tree.
struct FolderFacts: Sendable {
  var name: String?
  var sequence: Double?
  var isMixed = false
  var fault: Notice?
}

/// Lists the file of one item.
struct ItemLister: Sendable {
  let files: FileSystem
  /// The fields that the tree shows. Reading all would make the listing of a large collection slower, and the first
  /// frame would wait for the types of all fields.
  private static let listed = RequestDefinition.fieldsInTree

  /// - Parameter id: its path in the collection without the extension.
  func request(_ path: String, id: String) -> RequestNode {
    do {
      let bytes = try files.read(path, FileSystem.largestFile)
      var node = node(bytes, path, id)
      node.usedAnswers = AnswerReferences.names(in: bytes)
      return node
    } catch {
      return faulty(path, id, Notice(.error, path, error.message))
    }
  }

  /// Name and `seq` in `folder.yml`, and its fault.
  func folder(_ path: String) -> FolderFacts {
    do {
      let bytes = try files.read(path, FileSystem.largestFile)
      if BruFormat.isFile(path) {
        let document = try BruDocument(bytes)
        var facts = FolderFacts(
          name: document.value("meta", "name"), sequence: document.value("meta", "seq").flatMap(Double.init))
        facts.fault = document.fault.map { Notice(.error, "\(path):\($0.line):\($0.column)", $0.message) }
        return facts
      }
      let root = try YAMLDocument(bytes).root
      let name = root?["info"]?["name"]?.text ?? ""
      return FolderFacts(
        name: name.isEmpty ? nil : name, sequence: root?["info"]?["seq"]?.number, isMixed: TreeOrder.isMixed(root))
    } catch let error as YAMLError {
      return FolderFacts(fault: Notice(.error, "\(path):\(error.line):\(error.column)", error.message))
    } catch let error as FileError {
      return error.reason == .missing ? FolderFacts() : FolderFacts(fault: Notice(.error, path, error.message))
    } catch {
      return FolderFacts(fault: Notice(.error, path, "cannot be read"))
    }
  }

  private func node(_ bytes: [UInt8], _ path: String, _ id: String) -> RequestNode {
    do throws(WorkspaceError) {
      let made: RequestDefinition
      if BruFormat.isFile(path) {
        made = try BruFormat.definition(bytes, path).definition
      } else {
        var reader = RequestReader(path: path, document: try parsed(bytes, path), fields: Self.listed)
        made = try reader.definition().0
      }
      return RequestNode(
        id: id, path: path, name: made.name, kind: made.kind, method: made.method, url: made.url,
        sequence: made.sequence, tags: made.tags)
    } catch .invalid(let notice) {
      return faulty(path, id, notice)
    } catch {
      return faulty(path, id, Notice(.error, path, error.description))
    }
  }

  private func faulty(_ path: String, _ id: String, _ fault: Notice) -> RequestNode {
    RequestNode(
      id: id, path: path, name: FilePaths.name(of: path), kind: .unsupported("invalid"), method: "", url: "",
      fault: fault)
  }
}
