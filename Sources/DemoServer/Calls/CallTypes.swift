import Protobuf

/// The definitions of the demo's gRPC services: the texts of two `.proto` files.
enum CallTypes {
  /// The public services, which reflection lists.
  static let demo = """
    syntax = "proto3";
    package demo;

    message Note {
      string text = 1;
      int32 number = 2;
    }
    message RepeatRequest {
      string text = 1;
      int32 times = 2;
      int32 interval_ms = 3;
    }

    service Echo {
      rpc Say(Note) returns (Note);
      rpc Repeat(RepeatRequest) returns (stream Note);
      rpc Join(stream Note) returns (Note);
      rpc Talk(stream Note) returns (stream Note);
    }

    enum Category {
      CATEGORY_UNKNOWN = 0;
      BOOK = 1;
      TOY = 2;
    }
    message Item {
      int32 id = 1;
      string name = 2;
      Category category = 3;
      double price = 4;
      repeated string tags = 5;
    }
    message GetItemRequest {
      int32 id = 1;
    }
    message ListItemsRequest {
      Category category = 1;
    }
    message Order {
      int32 item_id = 1;
      int32 count = 2;
    }
    message Receipt {
      int32 orders = 1;
      int32 items = 2;
      double total = 3;
    }
    message WatchRequest {
      int32 item_id = 1;
      int32 times = 2;
      int32 interval_ms = 3;
    }
    message PriceChange {
      int32 item_id = 1;
      int32 number = 2;
      double price = 3;
    }

    service Shop {
      rpc GetItem(GetItemRequest) returns (Item);
      rpc ListItems(ListItemsRequest) returns (stream Item);
      rpc PlaceOrders(stream Order) returns (Receipt);
      rpc Watch(WatchRequest) returns (stream PriceChange);
    }
    """

  /// The implemented part of the reflection service.
  /// https://github.com/grpc/grpc/blob/master/src/proto/grpc/reflection/v1/reflection.proto
  static let reflection = """
    syntax = "proto3";
    package grpc.reflection.v1;

    message ServerReflectionRequest {
      string file_by_filename = 3;
      string file_containing_symbol = 4;
      bytes file_containing_extension = 5;
      string all_extension_numbers_of_type = 6;
      string list_services = 7;
    }
    message FileDescriptorResponse {
      repeated bytes file_descriptor_proto = 1;
    }
    message ServiceResponse {
      string name = 1;
    }
    message ListServiceResponse {
      repeated ServiceResponse service = 1;
    }
    message ErrorResponse {
      int32 error_code = 1;
      string error_message = 2;
    }
    message ServerReflectionResponse {
      FileDescriptorResponse file_descriptor_response = 4;
      ListServiceResponse list_services_response = 6;
      ErrorResponse error_response = 7;
    }
    service ServerReflection {
      rpc ServerReflectionInfo(stream ServerReflectionRequest) returns (stream ServerReflectionResponse);
    }
    """
}

/// Compiles the text of a `.proto` file to a serialized `FileDescriptorProto`. It supports only the syntax in the
/// demo's own files: one declaration per line, no nesting, names in the same package.
struct ProtoText {
  private var file = WireWriter()
  private var package = ""
  private let enums: Set<Substring>
  private var open: (word: Substring, content: WireWriter)?

  private static let scalars: [Substring: Int] = ["double": 1, "int32": 5, "bool": 8, "string": 9, "bytes": 12]

  private init(_ lines: [[Substring]]) {
    enums = Set(lines.filter { $0.first == "enum" }.map { $0[1] })
  }

  static func descriptor(_ text: String, name: String) -> [UInt8] {
    let lines = text.split(separator: "\n").map { $0.split { " ;=(){}".contains($0) } }
    var reader = ProtoText(lines)
    reader.file.field(1, name.utf8)
    for words in lines { reader.take(words) }
    reader.close()
    reader.file.field(12, "proto3".utf8)
    return reader.file.bytes
  }

  private mutating func take(_ words: [Substring]) {
    guard let first = words.first else { return close() }
    switch first {
    case "syntax": break
    case "package":
      package = String(words[1])
      file.field(2, words[1].utf8)
    case "message", "enum", "service":
      close()
      var content = WireWriter()
      content.field(1, words[1].utf8)
      open = (first, content)
    default:
      let (number, bytes) =
        open?.word == "enum" ? (2, value(words)) : first == "rpc" ? (2, method(words)) : field(words)
      open?.content.field(number, bytes)
    }
  }

  /// Ends the open declaration.
  private mutating func close() {
    guard let open else { return }
    file.field(open.word == "message" ? 4 : open.word == "enum" ? 5 : 6, open.content.bytes)
    self.open = nil
  }

  private func field(_ words: [Substring]) -> (Int, [UInt8]) {
    var writer = WireWriter()
    let isRepeated = words[0] == "repeated"
    let (type, name, number) = (words[isRepeated ? 1 : 0], words[words.count - 2], Int(words[words.count - 1]) ?? 0)
    writer.field(1, name.utf8)
    writer.field(3, number)
    writer.field(4, isRepeated ? 3 : 1)
    writer.field(5, Self.scalars[type] ?? (enums.contains(type) ? 14 : 11))
    if Self.scalars[type] == nil { writer.field(6, ".\(package).\(type)".utf8) }
    return (2, writer.bytes)
  }

  private func value(_ words: [Substring]) -> [UInt8] {
    var writer = WireWriter()
    writer.field(1, words[0].utf8)
    writer.field(2, Int(words[1]) ?? 0)
    return writer.bytes
  }

  /// `rpc Name [stream] Input returns [stream] Output`.
  private func method(_ words: [Substring]) -> [UInt8] {
    var writer = WireWriter()
    let returns = words.firstIndex(of: "returns") ?? words.count - 1
    writer.field(1, words[1].utf8)
    writer.field(2, ".\(package).\(words[returns - 1])".utf8)
    writer.field(3, ".\(package).\(words[words.count - 1])".utf8)
    writer.field(5, words[2] == "stream" ? 1 : 0)
    writer.field(6, words[returns + 1] == "stream" ? 1 : 0)
    return writer.bytes
  }
}
