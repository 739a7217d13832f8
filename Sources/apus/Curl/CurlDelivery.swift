import Interchange
import Networking
import Sessions
import Workspaces

/// Sends one request of a curl command line, with its output files, cookies and retries.
struct CurlDelivery {
  let imported: CurlImport.Imported
  let workspace: Workspace?
  var display = DisplayChoice()
  /// True for the first request of the command line; it truncates the file of response heads.
  var isFirst = true
  /// Cookies from earlier requests of this command line; all its transfers with cookies share them.
  var earlier = CookieJar()

  func run() async throws {
    let place = try CurlPlace(imported.output, isFirst: isFirst)
    let jar = cookieJar
    let retry = imported.retry
    let format = imported.output.format
    var printing = printing(to: place.path)
    printing.mayRetry = (retry?.maximum ?? 0) > 0
    var delivery = Delivery(plan: plan, printing: printing, records: true)
    delivery.configure = { config in
      if let retry { config.retry = retry }
      if let jar { config.cookies = jar }
    }
    delivery.finished = { exchange throws(Failure) in
      try place.writeHeads(of: exchange)
      if let format { try Output.standard.write(WriteOut(format: format).text(for: exchange)) }
    }
    let result: Result<Void, any Error>
    do { result = .success(try await delivery.run()) } catch { result = .failure(error) }
    remember(jar)
    try save(jar)
    try result.get()
  }

  private var plan: SendPlan {
    var context = SendContext(folder: WorkspaceLocator.currentFolder())
    context.options = imported.options
    var plan = SendPlan(definition: imported.request, context: context, workspace: workspace)
    // As in curl, only cookies from -b and -c are sent.
    plan.definition.settings.cookies = .off
    plan.changes = [.extras(imported.extras, standardInput: StandardInputStream.body)]
    return plan
  }

  private func printing(to path: String?) -> PrintChoice {
    let output = imported.output
    // Heads precede a body that also goes to standard output.
    let showsHeads = output.headPath == "-" && path == nil
    return PrintChoice(
      display: display, include: output.includesHead || showsHeads, verbose: output.isVerbose, output: path,
      fail: output.fails,
      dropsErrors: output.dropsErrors, silent: output.isSilent, raw: output.isRaw, rawWays: .curl)
  }

  private var cookieJar: CookieJar? {
    guard let cookies = imported.cookies else { return nil }
    let jar = CookieJar(order: .curl, given: cookies.given)
    // Cookies set by a response override those from a file.
    for cookie in cookies.known + earlier.all { jar.set(cookie) }
    return jar
  }

  private func remember(_ jar: CookieJar?) {
    guard let jar else { return }
    earlier.removeAll()
    for cookie in jar.all { earlier.set(cookie) }
  }

  private func save(_ jar: CookieJar?) throws(Failure) {
    guard let jar, let path = imported.cookies?.savesTo, !path.isEmpty else { return }
    guard path != "-" else { return try Output.standard.write(CookieFile.text(jar.all)) }
    do throws(NetworkError) { try jar.save(to: path) } catch {
      throw Failure(.file, error.description)
    }
  }
}

/// The output files of one transfer: its body and heads.
struct CurlPlace: Sendable {
  /// The file for the body; `nil` is standard output.
  let path: String?
  private let headPath: String?
  private let isFirst: Bool

  private static let folderMode: UInt32 = 0o750

  init(_ output: CurlImport.Output, isFirst: Bool) throws(Failure) {
    let path = output.path
    if output.makesFolders, let path, let end = path.utf8.lastIndex(of: UInt8(ascii: "/")), end > path.startIndex {
      let folder = String(path[..<end])
      do throws(FileError) { try FileSystem.live.makeDirectory(folder, Self.folderMode) } catch {
        throw Failure(.file, "cannot create the folder \(folder): \(error.message)")
      }
    }
    self.path = path
    headPath = output.headPath
    self.isFirst = isFirst
  }

  /// Writes the heads of all responses as received.
  func writeHeads(of exchange: Exchange) throws(Failure) {
    if let headPath {
      let heads = exchange.hops.flatMap { $0.response?.raw ?? [] }
      if headPath == "-" {
        // If the body goes to standard output, the heads were written there already.
        if path != nil {
          var writer = PieceWriter(.standard)
          try writer.write(heads)
          try writer.finish()
        }
      } else {
        let before = isFirst ? [] : try InputFile.bytes(of: headPath)
        try Self.write(before + heads, to: headPath)
      }
    }
  }

  private static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    let file = try OutputFile(path)
    // The file must contain exactly the received bytes.
    try file.output.write(raw: bytes)
    try file.commit()
  }
}
