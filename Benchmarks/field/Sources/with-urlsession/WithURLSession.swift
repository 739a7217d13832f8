import Contest
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Foundation's session. On Linux it has no `bytes(for:)`; a body that is streamed comes to a delegate there.
@main
struct WithURLSession: Contender {
  private let session: URLSession

  init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpMaximumConnectionsPerHost = 64
    configuration.urlCache = nil
    session = URLSession(configuration: configuration)
  }

  static func main() async throws { try await Self().run(Array(CommandLine.arguments.dropFirst())) }

  func load(_ url: String) async throws { _ = try await session.data(for: request("GET", url)) }

  func answer(_ method: String, _ url: String, body: String?, within seconds: Int) async throws -> String {
    var request = try request(method, url)
    request.timeoutInterval = TimeInterval(seconds)
    request.httpBody = body.map { Data($0.utf8) }
    let (data, response) = try await session.data(for: request)
    guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
    let repeated = response.value(forHTTPHeaderField: "X-Twice") == nil ? 0 : 1
    return "\(response.statusCode), \(String(decoding: data, as: UTF8.self).prefix(20)), \(repeated) of 2 headers"
  }

  func stream(_ url: String, _ received: () -> Void) async throws {
    let request = try request("GET", url)
    let (chunks, feed) = AsyncThrowingStream.makeStream(of: Int.self)
    let streaming = URLSession(configuration: .ephemeral, delegate: Feeder(feed), delegateQueue: nil)
    let task = streaming.dataTask(with: request)
    feed.onTermination = { _ in task.cancel() }
    task.resume()
    for try await _ in chunks { received() }
    streaming.invalidateAndCancel()
    try Task.checkCancellation()
  }

  private func request(_ method: String, _ url: String) throws -> URLRequest {
    guard let url = URL(string: url) else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = method
    return request
  }
}

/// Hands on what a session tells its delegate.
private final class Feeder: NSObject, URLSessionDataDelegate {
  private let feed: AsyncThrowingStream<Int, any Error>.Continuation

  init(_ feed: AsyncThrowingStream<Int, any Error>.Continuation) { self.feed = feed }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) { feed.yield(data.count) }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    feed.finish(throwing: error)
  }
}
