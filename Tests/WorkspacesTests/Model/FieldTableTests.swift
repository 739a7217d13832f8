import Basics
import Testing

@testable import Workspaces

extension RequestDefinition {
  /// The property of the added field. An extension stores nothing, so it takes the place of `docs`, which the table
  /// below does not have.
  fileprivate var owner: String {
    get { docs }
    set { docs = newValue }
  }

  fileprivate static let fieldsWithOwner =
    fields.filter { $0.name != "docs" } + [Field("owner", \.owner, .text, at: .info("owner"), of: .requests)]
}

extension BodyKind {
  fileprivate static let csv = text(BodyDefinition.TextKind(word: "csv", title: "CSV", contentType: "text/csv"))
}

/// The proof that a new field and a new kind of body need no other file than their own.
@Suite("Descriptions of fields and bodies") struct FieldTableTests {
  private static let file = """
    info:
      name: A   # first
      type: http
      owner: Ann   # who
    http:
      method: GET
      url: http://h/
    docs: kept

    """

  private func read(
    _ text: String, _ fields: [Field<RequestDefinition>]
  ) throws -> (definition: RequestDefinition, document: YAMLDocument, notices: [Notice]) {
    let document = try YAMLDocument(text: text)
    var reader = RequestReader(path: "a.yml", document: document, fields: fields)
    let (definition, notices) = try reader.definition()
    return (definition, document, notices)
  }

  private func written(
    _ text: String, _ fields: [Field<RequestDefinition>], _ change: (inout RequestDefinition) -> Void
  ) throws -> String {
    let (old, document, _) = try read(text, fields)
    var new = old
    change(&new)
    let writer = RequestWriter(old: old, new: new, fields: fields)
    return String(decoding: try patched(document, "a.yml") { $0 = writer.tree($0) }.bytes, as: UTF8.self)
  }

  @Test("A field in the table is read, and an edit changes only its line")
  func file() throws {
    let fields = RequestDefinition.fieldsWithOwner
    #expect(try read(Self.file, fields).definition.owner == "Ann")
    #expect(try written(Self.file, fields) { _ in } == Self.file)
    #expect(
      try written(Self.file, fields) { $0.owner = "Bob" } == Self.file.replacing("owner: Ann", with: "owner: Bob"))
    var new = RequestDefinition(name: "B", url: "http://h/", authentication: .none)
    new.owner = "Ann"
    let made = String(decoding: YAMLEmitter.file(RequestWriter.file(new, fields: fields)), as: UTF8.self)
    #expect(try read(made, fields).definition.owner == "Ann")
  }

  @Test("Two edits of a field in the table merge, or are a row of the conflict page")
  func merge() {
    let base = RequestDefinition(name: "A", url: "u")
    var (mine, theirs) = (base, base)
    theirs.owner = "Bob"
    let fields = RequestDefinition.fieldsWithOwner
    #expect(DefinitionMerge(base: base, mine: mine, theirs: theirs, fields: fields).merged.owner == "Bob")
    mine.owner = "Ann"
    var merge = DefinitionMerge(base: base, mine: mine, theirs: theirs, fields: fields)
    #expect(merge.conflicts == [.init(field: "owner", mine: "Ann", theirs: "Bob")] && merge.merged.owner == "Ann")
    merge = DefinitionMerge(base: base, mine: mine, theirs: theirs, taking: ["owner"], fields: fields)
    #expect(merge.merged.owner == "Bob")
  }

  @Test("A field in the table is in the JSON, and is read back")
  func json() {
    let fields = RequestDefinition.fieldsWithOwner
    var definition = RequestDefinition(name: "A", url: "u", authentication: .none)
    definition.owner = "Ann"
    let json = fields.json(of: definition)
    #expect(json["owner"] == "Ann" && json["name"] == "A")
    var again = RequestDefinition(name: "")
    var reader = NeutralReader()
    fields.read(json, at: "", into: &again, &reader)
    #expect(again == definition && reader.notices.isEmpty)
    fields.read(["owner": 5], at: "/items/0", into: &again, &reader)
    #expect(again.owner == "Ann")
    #expect(reader.notices.map(\.description) == ["/items/0/owner: this is not a text: left out"])
  }

  @Test("A described kind of body is read, written and converted to JSON")
  func body() throws {
    let kinds = BodyKind.all + [.csv]
    let body = Field(
      "body", \RequestDefinition.body, .body(isGraphQL: false, kinds: kinds), at: .block("body"), of: .requests)
    let fields = RequestDefinition.fields.map { $0.name == "body" ? body : $0 }
    let text = Self.file.replacing("docs: kept", with: "  body: {type: csv, data: 'a,b'}   # rows")
    let (definition, _, notices) = try read(text, fields)
    #expect(notices.isEmpty && definition.body.kind == .csv && definition.body.mainText == "a,b")
    #expect(definition.body.contentType == "text/csv")
    let edited = try written(text, fields) { $0.body = BodyKind.csv.body(after: .text(.text, "c")) }
    #expect(edited == text.replacing("'a,b'", with: "'c'"))
    let json = fields.json(of: definition)
    #expect(json["body"] == ["type": "csv", "text": "a,b"])
    var again = RequestDefinition(name: "")
    var reader = NeutralReader()
    fields.read(json, at: "", into: &again, &reader)
    #expect(again.body == definition.body && reader.notices.isEmpty)
  }
}
