import Basics
public import Essentials
import HTTPModel
import HTTPTypes
import Libc

/// A body that was written to a file.
public struct Download: Sendable {
  /// The head of the final response.
  public let head: ResponseHead
  /// Every hop of the call, after a pause those since then. Its body is empty: the bytes are in the file.
  public let exchange: Exchange
  /// The file, as passed to `download`.
  package let path: String
  /// The number of bytes that an earlier transfer had saved; 0 for a full download.
  public let resumedFrom: Int
  /// The size of the file in bytes.
  public let size: Int
}

extension Client {
  /// Sends `request` and writes the body to `path`, atomically.
  ///
  /// During the transfer the bytes are in `path.part`. If the transfer breaks and the server sent a validator (ETag or
  /// Last-Modified), that file stays, and the next download continues from there (`Range`, `If-Range`; RFC 9110,
  /// section 14). It starts over if the entity or the partial file has changed. A retry of the client continues in the
  /// same way, with or without `notes`; without a validator it starts over.
  /// - Parameters:
  ///   - request: the request to send.
  ///   - path: the file to write or replace.
  ///   - notes: a folder that only this user can write to, for notes about interrupted downloads; without it, nothing
  ///     is resumed but after a pause and by a retry.
  ///   - control: pauses and resumes the download. A time limit of the call counts from its start or last resumption.
  ///   - config: replaces the client's configuration for this call.
  ///   - configure: changes the configuration for this call; its `onProgress` counts the bytes of the file, with those
  ///     of earlier transfers.
  /// - Throws: `NetworkError`; `status` for an unsuccessful answer, `storage` for the file. If the transfer breaks, the
  ///   `response` of the error has the exchange; its body is in the partial file.
  public nonisolated(nonsending) func download(
    for request: some RequestConvertible, to path: String, notes: String? = nil, control: Download.Control? = nil,
    config: ExecutionConfig? = nil, _ configure: (inout ExecutionConfig) -> Void = { _ in }
  ) async throws(NetworkError) -> Download {
    var client = self
    client.execution = (config ?? execution).with(configure)
    let request = await built(request)
    let partial = PartialFile(path, notes: notes)
    let run = DownloadRun(request: request, client: client, partial: partial)
    var rest = DownloadRun.Rest(start: partial.resumable(for: request))
    while true {
      await control?.resumed()
      if Task.isCancelled { throw run.failure(NetworkError.cancelled.of(request), rest) }
      let begun = rest
      let outcome =
        if let control { await control.run { await run.transfer(begun) } } else { await run.transfer(begun) }
      switch outcome {
      case .finished(let download): return download
      case .stopped(let failure, let left):
        let isPaused = control?.hasStopped == true && failure.category == .cancelled && !Task.isCancelled
        guard isPaused else { throw run.failure(failure, left) }
        run.keep(left)
        rest = left
      }
    }
  }

  /// The same for a file URL; another URL fails with category `storage`.
  public nonisolated(nonsending) func download(
    for request: some RequestConvertible, to file: URL, notes: String? = nil, control: Download.Control? = nil,
    config: ExecutionConfig? = nil, _ configure: (inout ExecutionConfig) -> Void = { _ in }
  ) async throws(NetworkError) -> Download {
    guard file.isFileURL else { throw NetworkError(.storage, "\(file) is not the URL of a file") }
    return try await download(
      for: request, to: file.path, notes: notes, control: control, config: config, configure)
  }
}

/// A download of one or, with pauses, several transfers.
struct DownloadRun: Sendable {
  /// The state that a transfer leaves to the next one.
  struct Rest: Sendable {
    /// Where it can resume; `nil` if it must start over.
    var start: PartialFile.Start?
    /// Open if a transfer of this download wrote to it.
    var file: OutputFile?
  }

  enum Outcome: Sendable {
    case finished(Download)
    case stopped(NetworkError, Rest)
  }

  let request: Request
  var client: Client
  let partial: PartialFile

  /// The number of bytes written before the first note, doubled each time: each note reads all of them again for the
  /// digest.
  private static let firstNote = 16 << 20

  /// One call of the client. An answer that breaks off is continued, or started over, by its retries.
  func transfer(_ begun: Rest) async -> Outcome {
    var rest = begun
    var open: ResponseStream?
    do throws(NetworkError) {
      var stream = try await client.stream(ranged(rest.start), client.execution, goesOn: true)
      while true {
        open = stream
        if rest.start != nil, stream.head.status.code == 416 || !Self.fits(stream.head, rest.start) {
          // The partial file does not match the server's current content.
          partial.forget()
          return await startedOver(after: stream.stopped()).transfer(Rest(file: rest.file))
        }
        guard stream.head.status.kind == .successful else {
          var response = await stream.collected()
          response.request = request
          throw response.statusError
        }
        let offset = stream.head.status.code == 206 ? rest.start?.size ?? 0 : 0
        let size = try await write(stream, at: offset, &rest)
        guard let next = try await stream.rest(ranged(rest.start)) else {
          return await finished(stream, rest, offset, size)
        }
        stream = next
      }
    } catch {
      var failure = error
      if let open, rest.file != nil, failure.category != .status {
        let exchange = await open.stopped()
        failure.response = Response(request: request, exchange: exchange, head: open.head, body: ByteStore([]))
      }
      return .stopped(failure, rest)
    }
  }

  /// The same download without the retries and the time that it has used up, else a server could prolong it for ever.
  private func startedOver(after exchange: Exchange) -> DownloadRun {
    var run = self
    run.client.execution.retry.maximum = max(0, client.execution.retry.maximum - exchange.attempts + 1)
    run.client.execution.timeout = client.execution.timeout.map { max(.zero, $0 - exchange.duration) }
    return run
  }

  private func finished(_ stream: ResponseStream, _ rest: Rest, _ offset: Int, _ size: Int) async -> Outcome {
    do throws(NetworkError) { try rest.file?.finish() } catch { return .stopped(error, rest) }
    do throws(NetworkError) { try partial.complete() } catch { return .stopped(error, Rest()) }
    let exchange = await stream.exchange()
    return .finished(
      Download(head: stream.head, exchange: exchange, path: partial.target, resumedFrom: offset, size: size))
  }

  /// The request for the part behind the received bytes.
  private func ranged(_ start: PartialFile.Start?) -> Request {
    guard let start else { return request }
    var request = request
    request.headers.set("Range", "bytes=\(start.size)-")
    request.headers.set("If-Range", start.entity.validator)
    request.headers.set("Accept-Encoding", "identity")
    request.options.decompresses = false
    return request
  }

  /// Writes what arrives of a stream behind the offset, and updates what is left for the next transfer.
  /// - Returns: the size of the file.
  private func write(_ stream: ResponseStream, at offset: Int, _ rest: inout Rest) async throws(NetworkError) -> Int {
    let entity = offset > 0 ? rest.start?.entity : partial.entity(for: request, stream.head)
    let file: OutputFile
    if let open = rest.file { file = open } else { file = try OutputFile(partial.path) }
    rest.file = file
    try file.move(to: offset)
    var size = offset
    defer { rest.start = size > 0 ? entity.map { PartialFile.Start(size: size, entity: $0) } : nil }
    var next = max(Self.firstNote, 2 * offset)
    var chunks = stream.makeAsyncIterator()
    while let bytes = try await chunks.next() {
      try file.write(bytes)
      size += bytes.count
      guard size >= next else { continue }
      partial.keep(size, of: request, entity)
      next = 2 * size
    }
    return size
  }

  /// Notes what has arrived, so that it can be resumed later. Returns true if it can.
  @discardableResult
  func keep(_ rest: Rest) -> Bool {
    rest.start.map { partial.keep($0.size, of: request, $0.entity) } ?? false
  }

  /// The error of a download that ends here. Its partial file stays only if it can be resumed.
  func failure(_ failure: NetworkError, _ rest: Rest) -> NetworkError {
    guard rest.file != nil else { return failure }
    guard let start = rest.start, keep(rest) else {
      partial.remove()
      return failure
    }
    var failure = failure
    let next = "\(Quantity.bytes(start.size)) are in \(partial.path), where the same download continues"
    failure.detail = failure.detail.map { "\($0); \(next)" } ?? next
    return failure
  }

  /// True if a 206 continues the partial file exactly. Other statuses are checked elsewhere.
  ///
  /// A server may ignore `If-Range`, so the entity is compared here, too.
  private static func fits(_ head: ResponseHead, _ start: PartialFile.Start?) -> Bool {
    guard head.status.code == 206, let start else { return true }
    let range = head.headers["Content-Range"]?.asciiLowercased ?? ""
    return range.hasPrefix("bytes \(start.size)-") && head.headers["Content-Encoding"] == nil
      && start.entity.isContinued(by: head)
  }
}

/// The content that a partial file belongs to.
struct DownloadedEntity: Equatable {
  /// A strong ETag, or the value of `Last-Modified`.
  var validator: String
  /// The size of the whole content in bytes; `nil` if unknown.
  var size: Int?
}

extension DownloadedEntity {
  /// `nil` if the content cannot be recognized later.
  init?(_ head: ResponseHead) {
    let tag = head.headers["ETag"].flatMap { $0.hasPrefix("W/") ? nil : $0 }
    guard let validator = tag ?? head.headers["Last-Modified"] else { return nil }
    self.init(validator: validator, size: Self.size(in: head))
  }

  /// True if a 206 belongs to the same content. It repeats the ETag (RFC 9110, section 15.3.7), but may leave out
  /// `Last-Modified`.
  func isContinued(by head: ResponseHead) -> Bool {
    if let size, let whole = Self.size(in: head), whole != size { return false }
    if validator.hasPrefix("\"") { return head.headers["ETag"] == validator }
    return head.headers["Last-Modified"].map { $0 == validator } ?? true
  }

  /// From `Content-Range: bytes 5-9/10` for a part, else from `Content-Length`.
  private static func size(in head: ResponseHead) -> Int? {
    guard head.status.code == 206 else { return head.headers["Content-Length"].flatMap { Int($0) } }
    return head.headers["Content-Range"]?.split(separator: "/").last.flatMap { Int($0) }
  }
}

/// An incomplete download: the bytes next to the target, and a note about the entity that they belong to.
///
/// The note is in a folder of the user, named by the path of the target. A note beside the target cannot be trusted: it
/// may have come with its folder.
struct PartialFile {
  struct Start: Equatable {
    let size: Int
    let entity: DownloadedEntity
  }

  /// The note about the bytes.
  private struct Note: Codable, Equatable {
    var url: String
    var validator: String
    /// The size of the whole content; missing if it is unknown.
    var whole: Int?
    var size: Int
    /// SHA-256 of the first `size` bytes.
    var digest: String
  }

  let target: String
  var path: String { target + ".part" }
  private let notes: String?
  private let note: String?

  /// - Parameter notes: the folder of the notes; without one, nothing is resumed.
  init(_ target: String, notes: String?) {
    self.target = target
    self.notes = notes
    note = notes.map { "\($0)/\(Digest.hexadecimal(Self.place(of: target).utf8)).json" }
  }

  /// The absolute path of a file in its real folder.
  private static func place(of path: String) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: true)
    let folder = (path.hasPrefix("/") ? "/" : "./") + parts.dropLast().joined(separator: "/")
    let real = realpath(folder, nil)
    defer { free(real) }
    return "\(real.map { String(cString: $0) } ?? folder)/\(parts.last ?? "")"
  }

  /// The position at which a download of `request` can resume; `nil` if it must start over.
  func resumable(for request: Request) -> Start? {
    guard request.method == .get, request.headers["Range"] == nil, let note,
      // An unreadable note counts as missing.
      let data = try? PrivateFile.read(note), let known = try? JSONDecoder().decode(Note.self, from: data),
      known.size > 0, known.url == Self.name(of: request), known.digest == digest(upTo: known.size)
    else { return nil }
    return Start(size: known.size, entity: DownloadedEntity(validator: known.validator, size: known.whole))
  }

  /// Hashed, because a URL may contain a secret.
  private static func name(of request: Request) -> String { Digest.hexadecimal(request.url.utf8) }

  /// `nil` unless it is a regular file of at least that size: reading a pipe would block.
  private func digest(upTo size: Int) -> String? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size >= size,
      // An unreadable file counts as changed.
      let data = try? Data(contentsOf: URL(filePath: path), options: .alwaysMapped), data.count >= size
    else { return nil }
    return data.withUnsafeBytes { Digest.hexadecimal(UnsafeRawBufferPointer(rebasing: $0[..<size])) }
  }

  /// The entity that the bytes belong to, if the download can be resumed later.
  func entity(for request: Request, _ head: ResponseHead) -> DownloadedEntity? {
    guard request.method == .get, request.headers["Range"] == nil, head.headers["Content-Encoding"] == nil
    else { return nil }
    return DownloadedEntity(head)
  }

  /// Records the bytes written so far, so that the download can be resumed even if the program is killed.
  /// - Returns: true if it can be resumed.
  @discardableResult
  func keep(_ size: Int, of request: Request, _ entity: DownloadedEntity?) -> Bool {
    guard size > 0, let notes, let note, let entity, let digest = digest(upTo: size),
      // Without a note the next download starts over.
      let data = try? JSONEncoder().encode(
        Note(
          url: Self.name(of: request), validator: entity.validator, whole: entity.size, size: size, digest: digest)),
      // It also starts over without a folder for the note.
      (try? FileManager.default.createDirectory(
        atPath: notes, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])) != nil
    else { return false }
    // The download itself does not depend on the note.
    return (try? PrivateFile.write(data, to: note)) != nil
  }

  func remove() {
    unlink(path)
    forget()
  }

  func complete() throws(NetworkError) {
    guard rename(path, target) == 0 else {
      throw NetworkError(.storage, "The file \(target) cannot be written", detail: String(cString: strerror(errno)))
    }
    forget()
  }

  func forget() {
    if let note { unlink(note) }
  }
}

/// A file that this process alone writes.
final class OutputFile: Sendable {
  private let descriptor: Int32
  private let path: String

  init(_ path: String) throws(NetworkError) {
    self.path = path
    // A folder from another source may contain a link to a file of the user, or a pipe, at this path.
    descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o644)
    let isForeign = descriptor < 0 ? errno == ELOOP || errno == ENXIO : !Self.isOwn(descriptor)
    guard !isForeign else {
      throw NetworkError(.storage, "The file \(path) is a link or a pipe, which Apus does not write to; remove it")
    }
    guard descriptor < 0 || flock(descriptor, LOCK_EX | LOCK_NB) == 0 && Descriptor.isFile(descriptor, at: path)
    else {
      throw NetworkError(
        .storage, "Another download is writing \(path)", detail: "wait for its end, or choose another file")
    }
    guard descriptor >= 0 else { throw failure }
  }

  /// Drops what is behind the offset, and continues there.
  func move(to offset: Int) throws(NetworkError) {
    guard ftruncate(descriptor, off_t(offset)) == 0, lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else {
      throw failure
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// True if it is a regular file with a single name.
  private static func isOwn(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_nlink == 1
  }

  func write(_ bytes: [UInt8]) throws(NetworkError) {
    guard Descriptor.write(bytes, to: descriptor) else { throw failure }
  }

  func finish() throws(NetworkError) {
    guard fsync(descriptor) == 0 else { throw failure }
  }

  private var failure: NetworkError {
    NetworkError(.storage, "The file \(path) cannot be written", detail: String(cString: strerror(errno)))
  }
}
