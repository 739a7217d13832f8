#if canImport(FoundationEssentials)
import FoundationEssentials
import HTTPTypes
#else
import Foundation
#endif

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// An incomplete download: the bytes next to the target, and a note of which entity they belong to.
struct PartialFile {
  struct Start: Equatable {
    let size: Int
    let validator: String
  }

  let target: String
  var path: String { target + ".part" }
  private var note: String { target + ".part.info" }

  init(_ target: String) {
    self.target = target
  }

  /// Where a download of `request` can resume; `nil` if it must start over.
  func resumable(for request: Request) -> Start? {
    guard request.method == .get, request.headers["Range"] == nil, Self.size(of: note) != nil,
      // An unreadable note counts as missing.
      let text = try? PrivateFile.read(note).map({ String(decoding: $0, as: UTF8.self) })
    else { return nil }
    let lines = text.split(separator: "\n", maxSplits: 1).map(String.init)
    guard lines.count == 2, lines[0] == request.url, let size = Self.size(of: path), size > 0 else { return nil }
    return Start(size: size, validator: lines[1])
  }

  /// `nil` for anything but a regular file: a pipe would keep its reader waiting.
  private static func size(of path: String) -> Int? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// Records the entity that the bytes belong to, if the download can be resumed later.
  func begin(at offset: Int, for request: Request, _ head: ResponseHead) throws(NetworkError) {
    let tag = head.headers["ETag"].flatMap { $0.hasPrefix("W/") ? nil : $0 }
    guard request.method == .get, head.headers["Content-Encoding"] == nil,
      let validator = tag ?? head.headers["Last-Modified"]
    else {
      unlink(note)
      return
    }
    try PrivateFile.write(Data("\(request.url)\n\(validator)".utf8), to: note)
  }

  func keepOnlyIfResumable() {
    if access(note, F_OK) != 0 { unlink(path) }
  }

  func remove() {
    unlink(path)
    unlink(note)
  }

  func complete() throws(NetworkError) {
    guard rename(path, target) == 0 else {
      throw NetworkError(.storage, "The file \(target) cannot be written", detail: String(cString: strerror(errno)))
    }
    unlink(note)
  }
}

/// A file written from an offset on.
final class OutputFile {
  private let descriptor: Int32
  private let path: String

  init(_ path: String, at offset: Int) throws(NetworkError) {
    self.path = path
    // A folder from somebody may have a link in its place that leads to a file of the user's, or a pipe.
    descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o644)
    let isForeign = descriptor < 0 ? errno == ELOOP || errno == ENXIO : !Self.isOwn(descriptor)
    guard !isForeign else {
      throw NetworkError(.storage, "The file \(path) is a link or a pipe, which is not written into; remove it")
    }
    guard descriptor >= 0, ftruncate(descriptor, off_t(offset)) == 0, lseek(descriptor, off_t(offset), SEEK_SET) >= 0
    else { throw failure }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Whether it is a regular file under one name.
  private static func isOwn(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_nlink == 1
  }

  func write(_ bytes: [UInt8]) throws(NetworkError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { PrivateFile.systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure }
      rest = rest.dropFirst(count)
    }
  }

  func finish() throws(NetworkError) {
    guard fsync(descriptor) == 0 else { throw failure }
  }

  private var failure: NetworkError {
    NetworkError(.storage, "The file \(path) cannot be written", detail: String(cString: strerror(errno)))
  }
}
