// swift-tools-version: 6.2
import PackageDescription

// What the networking rows of the benchmarks run: each program does one kind of work in one process, so that it can be
// held against curl's own loop over many URLs.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "networking-benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "apus", path: "../..", traits: [])],
  targets: [
    .executableTarget(
      name: "transfers", dependencies: [.product(name: "Networking", package: "apus")], swiftSettings: strict),
    // Apart from the other, because FoundationNetworking takes longer to load than many requests take.
    .executableTarget(
      name: "sessions", dependencies: [.product(name: "NetworkingFoundation", package: "apus")], swiftSettings: strict),
  ]
)
