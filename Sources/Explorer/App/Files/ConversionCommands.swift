/// The command for a collection that can be shown and sent, but not edited.
enum ConversionCommands {
  static let all: [Command] = [convert]

  static let convert = Command(
    "convertCollection", "Convert the older .bru collection into one that can be edited", section: .request, rank: 150,
    refusal: { $0.olderCollection == nil ? "This collection is not in the older format" : nil },
    handler: { $0.convertRequested() })
}
