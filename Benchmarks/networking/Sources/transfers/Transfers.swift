import Networking

/// One kind of work with one client, named by the first argument. Whoever runs the program measures its time and
/// memory; what only the program itself can see, it prints.
@main
struct Transfers {
  static let usage = """
    transfers sequential URL COUNT        COUNT requests one after another
    transfers parallel URL COUNT WIDTH    the same, WIDTH at a time
    transfers stream URL                  reads the body as it arrives, then its size and the most memory (kB)
    transfers cancel URL COUNT            cancels COUNT requests at different moments and prints the longest wait in ms
    transfers endurance URL COUNT         COUNT requests, then the growth of memory (kB), descriptors and threads
    """

  static func main() async throws {
    let words = Array(CommandLine.arguments.dropFirst())
    guard words.count >= 2 else { throw Misuse(usage) }
    let request = try Request.with(RequestConfig(url: words[1]))
    let count = words.count > 2 ? Int(words[2]) ?? 1 : 1
    let client = Client(transport: CurlTransport(transfersPerHost: 64))
    switch words[0] {
    case "sequential": try await repeated(request, count, on: client)
    case "parallel":
      try await parallel(request, count, width: words.count > 3 ? Int(words[3]) ?? 64 : 64, on: client)
    case "stream": print(try await streamed(request, on: client), Footprint().peak)
    case "cancel": print(try await Cancellation.worst(of: count, request))
    case "endurance": print(try await Endurance.growth(over: count, request, on: client))
    default: throw Misuse(usage)
    }
  }

  static func repeated(_ request: Request, _ count: Int, on client: Client) async throws {
    for _ in 0..<count { try checked(await client.response(for: request)) }
  }

  static func parallel(_ request: Request, _ count: Int, width: Int, on client: Client) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for lane in 0..<width {
        let share = count / width + (lane < count % width ? 1 : 0)
        group.addTask { try await repeated(request, share, on: client) }
      }
      try await group.waitForAll()
    }
  }

  private static func streamed(_ request: Request, on client: Client) async throws -> Int {
    var size = 0
    for try await chunk in try await client.stream(for: request) { size += chunk.count }
    return size
  }

  private static func checked(_ response: Response) throws {
    guard response.status.kind == .successful else { throw Misuse("the server answered \(response.status.code)") }
  }
}

/// Why nothing was measured.
struct Misuse: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
