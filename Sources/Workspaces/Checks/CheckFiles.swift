import Basics
import Documents
package import HTTPModel

/// The verdict of one operator.
struct CheckVerdict: Hashable, Sendable {
  var passed: Bool
  var actual: String
  /// True if `actual` is an explanation instead of a value.
  var explains = false
}

extension AssertionResult {
  mutating func add(_ verdict: CheckVerdict) {
    passed = verdict.passed
    explains = verdict.explains
    actual = Self.kept(verdict.actual)
  }
}

/// The files that the assertions of a request may read: schemas of its collection, and its recorded answer.
///
/// A file outside of the collection is read only with the user's consent; a link that leads out is never followed, and
/// nothing is fetched.
package struct CheckFiles: Sendable {
  let folder: String
  private let consent: ConsentPolicy?
  /// The path of the request's file; `nil` if it has none.
  private let request: String?
  /// Masks both sides of a comparison with a recorded answer; takes the captured values, which may be secret.
  private let masking: @Sendable ([VariableInputs.Pair]) -> Redaction
  /// The user's values that the answer may contain and that must not appear in a shared file.
  private let userTexts: @Sendable () -> Set<String>
  /// The variables that the answer sets.
  package var captured: [VariableInputs.Pair] = []

  package init(
    in context: SendContext, request: String? = nil,
    userTexts: @escaping @Sendable () -> Set<String> = { [] },
    masking: @escaping @Sendable (_ captured: [VariableInputs.Pair]) -> Redaction
  ) {
    folder = context.folder
    consent = context.consent
    self.request = request
    self.masking = masking
    self.userTexts = userTexts
  }

  package init(in context: SendContext, request: String? = nil, redaction: Redaction = .standard) {
    self.init(in: context, request: request) { _ in redaction }
  }

  private var redaction: Redaction { masking(captured) }

  // MARK: Schemas

  /// - Parameters:
  ///   - place: the expression of the value.
  ///   - text: the path of a schema, relative to the collection, or the schema itself.
  ///   - steps: the number of steps left for all schemas of this answer.
  func schemaVerdict(
    on value: CheckValue, at place: String, by text: String, spending steps: inout Int
  ) throws(CheckFault) -> CheckVerdict {
    guard case .value(let value) = value else { throw .words("there is nothing at \(place)") }
    if steps <= 0 { throw .schema(.tooLong) }
    let schema = try schema(text.trimmed)
    steps -= schema.cost
    let problems: [SchemaProblem]
    do throws(SchemaFault) { problems = try schema.problems(in: value, spending: &steps) } catch {
      throw .schema(error)
    }
    if problems.isEmpty { return CheckVerdict(passed: true, actual: "matches the schema") }
    let redaction = redaction
    func isSecret(_ problem: SchemaProblem) -> Bool {
      redaction.masks(expression: "\(place)\(problem.path.expression.dropFirst())")
    }
    let lines = problems.map { problem in problem.words { _ in isSecret(problem) } }
    let words = lines.count == 1 ? lines[0] : "\(lines.count) problems: \(lines.joined(separator: "; "))"
    return CheckVerdict(passed: false, actual: words, explains: true)
  }

  private func schema(_ text: String) throws(CheckFault) -> JSONSchema {
    guard !text.isEmpty else { throw .words("name a schema: a file of the collection, or the schema itself as JSON") }
    let isInline = OwnOperator.isInlineSchema(text)
    let value = isInline ? try Self.parsed(Array(text.utf8), "the schema") : try document(at: text)
    let address = isInline ? SchemaAddress.files : address(of: text)
    do throws(SchemaFault) {
      return try JSONSchema(value, at: address) { other throws(SchemaFault) in try self.document(referred: other) }
    } catch {
      throw .schema(error)
    }
  }

  /// The root of a schema from outside of the collection; its references are not read.
  private static let outside = "outside:/"

  private func address(of path: String) -> String {
    let full = FilePaths.absolute(path, in: folder)
    guard FilePaths.isBelow(full, folder) else { return Self.outside }
    let steps = FilePaths.relative(full, to: folder).split(separator: "/").map { PercentEncoding.component(String($0)) }
    return SchemaAddress.files + steps.joined(separator: "/")
  }

  private func document(referred address: String) throws(SchemaFault) -> JSONValue? {
    guard address.hasPrefix(SchemaAddress.files) else { throw .remote(reference: address, place: "") }
    let path = PercentEncoding.decodedText(address.dropFirst(SchemaAddress.files.count))
    do throws(CheckFault) { return try document(at: path) } catch {
      throw .file(path: path, reason: error.description)
    }
  }

  private func document(at path: String) throws(CheckFault) -> JSONValue {
    let full = FilePaths.absolute(path, in: folder)
    let real = try onDisk("schema \(path)") { () throws(FileError) in try FileSystem.live.resolve(full) }
    try checkPlace(of: real, named: full)
    let bytes = try onDisk("schema \(path)") { () throws(FileError) in
      try FileSystem.live.read(real, FileSystem.largestFile)
    }
    return try Self.parsed(bytes, path)
  }

  private func onDisk<Value>(
    _ what: String, _ work: () throws(FileError) -> Value
  ) throws(CheckFault) -> Value {
    do throws(FileError) { return try work() } catch {
      guard error.reason != .missing else { throw .words("there is no \(what) in the collection") }
      throw .words("the \(what) cannot be read: \(error.message)")
    }
  }

  private static func parsed(_ bytes: [UInt8], _ name: String) throws(CheckFault) -> JSONValue {
    do throws(JSONError) { return try JSONValue(parsing: bytes) } catch { throw .words("\(name) is \(error)") }
  }

  /// - Parameters:
  ///   - real: without links.
  ///   - full: the path as written.
  private func checkPlace(of real: String, named full: String) throws(CheckFault) {
    guard let consent, !consent.holds(real) else { return }
    let use = UserValueUse(.file(real), to: Receivers.reportWords)
    if FilePaths.isBelow(full, folder) {
      let name = FilePaths.relative(full, to: folder)
      throw .words("\(name) is private, or a link that points outside the collection: not read")
    }
    // Consents that cannot be read allow nothing.
    let isAllowed = (try? consent.unallowed([use]).isEmpty) ?? false
    if !isAllowed || consent.refusal(of: use) != nil {
      throw .words("\(real) is outside the collection and not allowed: `apus allow --list` shows what is")
    }
  }

  // MARK: Recorded answers

  func snapshotVerdict(
    on exchange: Exchange, _ expression: CheckExpression, leavingOut text: String, spending steps: inout Int
  ) throws(CheckFault) -> CheckVerdict {
    let (recorded, redaction) = (try recorded(), redaction.adding(userTexts()))
    guard let now = Snapshot(exchange, redaction: redaction) else {
      throw .words("the answer is too large to be compared with a recorded one")
    }
    do throws(SnapshotFault) {
      let exceptions = try SnapshotExceptions(text, isWholeAnswer: expression.isWholeAnswer)
      guard recorded.kind == now.kind || !expression.isAboutBody else {
        throw .differs("the body was \(recorded.kind.words) when it was recorded, and is \(now.kind.words) now")
      }
      guard case .value(let old) = recorded.part(expression) else { throw .differs("nothing is recorded for it") }
      guard case .value(let new) = now.part(expression) else { throw .differs("it was recorded, but is missing now") }
      let comparison = try SnapshotComparison(
        recorded: old, now: new, leavingOut: exceptions, spending: &steps, mask: redaction.mask)
      if comparison.differences.isEmpty { return CheckVerdict(passed: true, actual: "as recorded") }
      return CheckVerdict(passed: false, actual: comparison.words, explains: true)
    } catch {
      throw .words(error.description)
    }
  }

  private func recorded() throws(CheckFault) -> Snapshot {
    guard let request else { throw .words("only a saved request has a recorded answer: save it first") }
    let path = FilePaths.snapshot(ofRequest: request)
    let name = FilePaths.relative(path, to: folder)
    let bytes = try onDisk("recorded answer \(name)") { () throws(FileError) -> [UInt8]? in
      let files = FileSystem.live
      guard try files.stamp(path) != nil else { return nil }
      guard files.leadsInside(path, folder) else { throw FileError(path, .other, FileSystem.elsewhereWords) }
      return try files.read(path, 2 * Snapshot.largest)
    }
    guard let bytes else {
      throw .words("nothing is recorded yet: use `apus run --record-snapshots`, or a value's menu on the screen")
    }
    do throws(SnapshotFault) { return try Snapshot(parsing: bytes) } catch { throw .words("\(name): \(error)") }
  }
}
