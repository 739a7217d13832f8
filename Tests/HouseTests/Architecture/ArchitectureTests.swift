import Testing

@Suite("Architecture")
struct ArchitectureTests {
  @Test("Package.swift has the dependencies of the architecture and no others")
  func arrows() throws {
    let manifest = Manifest(try #require(House.manifest))
    let forTests: Set = [
      "TestSupport", "TerminalProbe", "SaveProbe", "TaskProbe", "CrashProbe", "WebSocketProbe", "GraphQLProbe",
      "ProtobufProbe", "GRPCProbe", "StreamProbe", "ScriptProbe",
    ]
    let targets = manifest.targets.filter { $0.kind != "testTarget" && !forTests.contains($0.name) }
    #expect(targets.map(\.name).sorted() == Room.all.map(\.name).sorted())
    for room in Room.all {
      let target = try #require(targets.first { $0.name == room.name }, "Package.swift has no target \(room.name)")
      #expect(target.dependencies == room.arrows, "the arrows of \(room.name)")
    }
  }

  @Test("A program with the libraries builds HTTPTypes, but no ArgumentParser, NIO or demo")
  func libraries() throws {
    let targets = Manifest(try #require(House.manifest)).targets
    var reached: Set<String> = []
    var waiting: Set = ["Networking", "NetworkingFoundation"]
    while let name = waiting.popFirst() {
      reached.insert(name)
      waiting.formUnion(targets.first { $0.name == name }?.dependencies.subtracting(reached) ?? [])
    }
    let own: Set = [
      "Networking", "NetworkingFoundation", "HTTPModel", "Basics", "CCompression", "CCurl", "CNGHTTP2", "CFileSystem",
      "CIconv", "CProcess", "CThreads", "Essentials", "Libc", "Locks",
    ]
    // Those of swift-server only with their traits.
    #expect(reached == own.union(["HTTPTypes", "Logging", "Metrics", "Tracing"]))
  }

  @Test("Without traits, only swift-http-types is used and fetched")
  func fetched() throws {
    let text = try #require(House.manifest).lines.joined(separator: "\n")
    let products = text.matches(of: /\.product\([^)]*\)/).map { String($0.output) }
    #expect(products.count >= 5)
    let traits = ["program": "Programs", "logging": "Logging", "metrics": "Metrics", "tracing": "Tracing"]
    for product in products where !product.contains("package: \"swift-http-types\"") {
      #expect(traits.keys.contains { product.hasSuffix("condition: \($0))") }, "\(product)")
    }
    for (name, trait) in traits {
      #expect(text.contains("let \(name): TargetDependencyCondition? = .when(traits: [\"\(trait)\"])"))
    }
    #expect(text.contains(".default(enabledTraits: [\"Programs\"])"))
  }

  @Test("Every Swift target is compiled with the strict settings")
  func settings() throws {
    let manifest = Manifest(try #require(House.manifest))
    let withC = Self.targetsWithC
    let lenient = manifest.targets.filter { $0.kind != "systemLibrary" && !$0.isStrict && !withC.contains($0.name) }
    #expect(lenient.isEmpty)
  }

  /// A target holds either C or Swift.
  private static let targetsWithC = Set(
    House.sources.filter { $0.path.hasSuffix(".c") }.compactMap { file in
      file.path.split(separator: "/").dropFirst().first.map(String.init)
    })

  @Test func `Warnings of the C compiler are errors, like those of the Swift compiler.`() throws {
    let strict = Manifest(try #require(House.manifest)).targets.filter(\.isStrictC).map(\.name)
    #expect(!strict.isEmpty && Set(strict) == Self.targetsWithC)
    let settings = try #require(House.manifest?.lines.first { $0.hasPrefix("let strictC") })
    #expect(settings.contains(#".enableWarning("all")"#) && settings.contains(".treatAllWarnings(as: .error)"))
  }

  @Test("Every folder of Sources and Tests is a target")
  func folders() throws {
    let names = Set(Manifest(try #require(House.manifest)).targets.map(\.name))
    #expect(names.isSuperset(of: House.folders(in: "Sources")))
    #expect(names.isSuperset(of: House.folders(in: "Tests")))
  }

  @Test("A source file imports only modules that the architecture permits")
  func imports() {
    let offences = House.sources.filter { $0.path.hasSuffix(".swift") }.flatMap(Self.forbiddenImports)
    let isClean = offences.isEmpty
    #expect(isClean, .list("Imports that the table in Room.swift does not have:", offences))
  }

  @Test("A forbidden import is found and an allowed one is not")
  func importSamples() {
    let source = """
      import Basics
      import struct Foundation.Date
      @testable import Explorer
      import Terminal.Screen
      // import CCurl
      """
    let file = SourceFile(path: "Sources/Documents/A.swift", text: source)
    let lines = Self.forbiddenImports(in: file).map(\.place)
    #expect(lines == ["Sources/Documents/A.swift:2", "Sources/Documents/A.swift:3", "Sources/Documents/A.swift:4"])
    #expect(Self.forbiddenImports(in: SourceFile(path: "Sources/Nowhere/A.swift", text: "import Basics")).count == 1)
  }

  @Test("A manifest is parsed with its targets, products, settings and packages")
  func manifestSample() {
    let source = """
      let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]
      let types: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")
      let package = Package(
        dependencies: [.package(url: "https://example.com/apple/swift-nio", from: "2.0.0")],
        targets: [
          .systemLibrary(name: "C", providers: [.apt(["libc-dev"])]),
          .target(name: "A", swiftSettings: strict),
          .target(name: "B", dependencies: ["A", "C", types, .product(name: "NIO", package: "swift-nio")]),
        ])
      """
    let manifest = Manifest(SourceFile(path: "Package.swift", text: source))
    #expect(manifest.packages == ["swift-nio"])
    #expect(
      manifest.targets == [
        .init(kind: "systemLibrary", name: "C", dependencies: [], isStrict: false),
        .init(kind: "target", name: "A", dependencies: [], isStrict: true),
        .init(kind: "target", name: "B", dependencies: ["A", "C", "HTTPTypes", "NIO"], isStrict: false),
      ])
  }

  private static func forbiddenImports(in file: SourceFile) -> [Offence] {
    let room = Room.all.first { $0.name[...] == file.target }
    return Import.all(in: file).filter { found in
      room?.allows(found.module) != true
    }
    .map { Offence(file: file, line: $0.line) }
  }
}
