/// The types that every schema includes: the well-known types, which have their own JSON form, and the details of
/// `google.rpc.Status`, which servers send without describing them.
///
/// A line `= FILE` begins a file, a name alone begins a message, and the following lines are its fields: number, name,
/// type. Nested types follow their parent.
enum BuiltInTypes {
  static let text = """
    = google/protobuf/any.proto
    google.protobuf.Any
      1 type_url string
      2 value bytes
    = google/protobuf/duration.proto
    google.protobuf.Duration
      1 seconds int64
      2 nanos int32
    = google/protobuf/timestamp.proto
    google.protobuf.Timestamp
      1 seconds int64
      2 nanos int32
    = google/protobuf/empty.proto
    google.protobuf.Empty
    = google/protobuf/field_mask.proto
    google.protobuf.FieldMask
      1 paths repeated string
    = google/protobuf/struct.proto
    google.protobuf.Struct
      1 fields map string google.protobuf.Value
    google.protobuf.Value
      1 null_value oneof kind google.protobuf.NullValue
      2 number_value oneof kind double
      3 string_value oneof kind string
      4 bool_value oneof kind bool
      5 struct_value oneof kind google.protobuf.Struct
      6 list_value oneof kind google.protobuf.ListValue
    google.protobuf.ListValue
      1 values repeated google.protobuf.Value
    enum google.protobuf.NullValue
      0 NULL_VALUE
    = google/protobuf/wrappers.proto
    google.protobuf.DoubleValue
      1 value double
    google.protobuf.FloatValue
      1 value float
    google.protobuf.Int64Value
      1 value int64
    google.protobuf.UInt64Value
      1 value uint64
    google.protobuf.Int32Value
      1 value int32
    google.protobuf.UInt32Value
      1 value uint32
    google.protobuf.BoolValue
      1 value bool
    google.protobuf.StringValue
      1 value string
    google.protobuf.BytesValue
      1 value bytes
    = google/rpc/status.proto
    google.rpc.Status
      1 code int32
      2 message string
      3 details repeated google.protobuf.Any
    = google/rpc/error_details.proto
    google.rpc.ErrorInfo
      1 reason string
      2 domain string
      3 metadata map string string
    google.rpc.RetryInfo
      1 retry_delay google.protobuf.Duration
    google.rpc.DebugInfo
      1 stack_entries repeated string
      2 detail string
    google.rpc.QuotaFailure
      1 violations repeated google.rpc.QuotaFailure.Violation
    google.rpc.QuotaFailure.Violation
      1 subject string
      2 description string
      3 api_service string
      4 quota_metric string
      5 quota_id string
      6 quota_dimensions map string string
      7 quota_value int64
      8 future_quota_value optional int64
    google.rpc.PreconditionFailure
      1 violations repeated google.rpc.PreconditionFailure.Violation
    google.rpc.PreconditionFailure.Violation
      1 type string
      2 subject string
      3 description string
    google.rpc.BadRequest
      1 field_violations repeated google.rpc.BadRequest.FieldViolation
    google.rpc.BadRequest.FieldViolation
      1 field string
      2 description string
      3 reason string
      4 localized_message google.rpc.LocalizedMessage
    google.rpc.RequestInfo
      1 request_id string
      2 serving_data string
    google.rpc.ResourceInfo
      1 resource_type string
      2 resource_name string
      3 owner string
      4 description string
    google.rpc.Help
      1 links repeated google.rpc.Help.Link
    google.rpc.Help.Link
      1 description string
      2 url string
    google.rpc.LocalizedMessage
      1 locale string
      2 message string
    """
}

extension BuiltInTypes {
  /// The built-in files, except those that `given` includes or that declare a type which `given` also declares.
  static func files(besides given: [FileDescriptor]) -> [FileDescriptor] {
    let names = Set(given.map(\.name))
    let types = Set(given.flatMap { file in file.messages.map { SchemaBuilder.join(file.package, $0.name) } })
    return all.filter { file in
      !names.contains(file.name)
        && !file.messages.contains { types.contains(SchemaBuilder.join(file.package, $0.name)) }
    }
  }

  private static let all: [FileDescriptor] = {
    var table = Table()
    for line in text.split(separator: "\n") { table.take(line) }
    table.endType()
    return table.files
  }()

  /// Parses the lines in order.
  private struct Table {
    var files: [FileDescriptor] = []
    /// The current message type, with its name in parts: two of the package, then one or two.
    private var parts: [String] = []
    private var message = MessageDescriptor()
    private var values: [EnumDescriptor.Value] = []

    mutating func take(_ line: Substring) {
      let words = line.split(separator: " ").map(String.init)
      guard let last = words.last else { return }
      if line.hasPrefix("= ") {
        endType()
        var file = FileDescriptor()
        (file.name, file.syntax) = (last, "proto3")
        files.append(file)
      } else if !line.hasPrefix(" ") {
        endType()
        parts = last.split(separator: ".").map(String.init)
      } else if let number = Int(words[0]), words.count > 2 {
        message.add(number, words[1], Array(words[2...]), scope: parts.joined(separator: "."))
      } else if let number = Int(words[0]) {
        var value = EnumDescriptor.Value()
        (value.name, value.number) = (last, number)
        values.append(value)
      }
    }

    /// Adds the current type to its file.
    mutating func endType() {
      defer { (parts, message, values) = ([], MessageDescriptor(), []) }
      guard let place = files.indices.last, let name = parts.last else { return }
      files[place].package = parts.prefix(2).joined(separator: ".")
      message.name = name
      if !values.isEmpty {
        files[place].enums.append(EnumDescriptor(name: name, values: values))
      } else if parts.count > 3, let outer = files[place].messages.indices.last {
        files[place].messages[outer].messages.append(message)
      } else {
        files[place].messages.append(message)
      }
    }
  }
}

extension MessageDescriptor {
  /// Adds a field whose type is the last of `words`, preceded by `repeated`, `optional`, `map` and the key type, or
  /// `oneof` and its name.
  fileprivate mutating func add(_ number: Int, _ name: String, _ words: [String], scope: String) {
    var field = FieldDescriptor()
    (field.name, field.number) = (name, number)
    switch words[0] {
    case "repeated": field.label = 3
    case "oneof":
      if oneofs.last?.name != words[1] { oneofs.append(OneofDescriptor(name: words[1])) }
      field.oneof = oneofs.count - 1
    case "optional":
      oneofs.append(OneofDescriptor(name: "_" + name))
      (field.oneof, field.isProto3Optional) = (oneofs.count - 1, true)
    case "map":
      var entry = MessageDescriptor()
      entry.name = SchemaBuilder.jsonName("_" + name) + "Entry"
      entry.options.isMapEntry = true
      entry.add(1, "key", [words[1]], scope: "")
      entry.add(2, "value", [words[2]], scope: "")
      messages.append(entry)
      (field.label, field.type, field.typeName) = (3, 11, ".\(scope).\(entry.name)")
    default: break
    }
    if field.typeName.isEmpty { field.setType(words[words.count - 1]) }
    fields.append(field)
  }
}

extension FieldDescriptor {
  fileprivate mutating func setType(_ word: String) {
    if let scalar = MessageField.Kind.scalars.first(where: { $0.value.word == word }) {
      type = scalar.key
    } else {
      // The name alone determines whether it is a message or an enum.
      typeName = "." + word
    }
  }
}
